// What the scripts of a lesson say, in both languages. The words around lessons stand in the page already.
import { language } from '../../language/language.js';

export const en = {
  play: 'Play',
  pause: 'Pause',
  after: 'After {seconds} s',
  none: 'The picture can’t be shown here: {text}',
  failed: 'Stopped: {text}',
  lost: 'Nothing that moves is left in the picture.',
  copied: 'Copied',
  refused: 'Not allowed here',
  loading: 'Loading the editor…',
  ready: 'What you write runs by itself, in a sandbox.',
  runs: 'Runs.',
  line: 'Line {line}: {text}',
  stopped: 'It took longer than {seconds} s and was stopped. Change it to run it again.',
  restore: 'Back to the original',
  editor: 'Code of the demo. Escape, then Tab, leaves the editor',
  right: 'Right.',
  'answer.empty': 'Write a number first.',
  'answer.unread': 'This can’t be read as a number. Write it like 1.5, 3/2 or 1.5e-3.',
  'answer.unit': 'The answer is asked for in {unit}.',
  'answer.sign': 'The size is right. Look at the sign.',
  'answer.power': 'The digits are right, but not the power of ten.',
  'answer.factor': 'You are off by a factor of {factor}.',
  'answer.near': 'Close, but not close enough.',
  'answer.far': 'Not yet.',
  'choice.none': 'Choose one first.',
  'code.wait': 'Let the picture run first, then check.',
  'code.done': 'Right: your demo does it.',
  done: '{done} of {all} exercises',
  finished: 'Done',
};

export const ko: typeof en = {
  play: '재생',
  pause: '멈춤',
  after: '{seconds}초 뒤',
  none: '여기서는 그림을 보여 줄 수 없습니다: {text}',
  failed: '멈추었습니다: {text}',
  lost: '움직이는 것이 그림 안에 남아 있지 않습니다.',
  copied: '복사했습니다',
  refused: '여기서는 허용되지 않습니다',
  loading: '편집기를 불러오는 중…',
  ready: '고친 코드는 격리된 곳에서 저절로 실행됩니다.',
  runs: '실행 중입니다.',
  line: '{line}번째 줄: {text}',
  stopped: '{seconds}초가 넘게 걸려서 멈추었습니다. 코드를 고치면 다시 실행됩니다.',
  restore: '처음 코드로',
  editor: '데모의 코드. Esc를 누르고 Tab을 누르면 편집기에서 나갑니다',
  right: '맞습니다.',
  'answer.empty': '먼저 숫자를 적어 주세요.',
  'answer.unread': '숫자로 읽을 수 없습니다. 1.5, 3/2, 1.5e-3처럼 적어 주세요.',
  'answer.unit': '{unit} 단위로 답해 주세요.',
  'answer.sign': '크기는 맞습니다. 부호를 다시 보세요.',
  'answer.power': '숫자는 맞지만 10의 거듭제곱이 다릅니다.',
  'answer.factor': '{factor}배만큼 차이가 납니다.',
  'answer.near': '가깝지만 조금 더 정확해야 합니다.',
  'answer.far': '아직 아닙니다.',
  'choice.none': '먼저 하나를 고르세요.',
  'code.wait': '그림을 먼저 움직여 본 다음 확인하세요.',
  'code.done': '맞습니다. 데모가 그렇게 움직입니다.',
  done: '연습 {all}개 중 {done}개',
  finished: '완료',
};

const words = { en, ko }[language];

/** Words in the language of the page, with `{name}` replaced by values. */
export const say = (
  name: keyof typeof en,
  values: Readonly<Record<string, string | number>> = {},
): string => words[name].replace(/\{(\w+)\}/g, (all, word: string) => String(values[word] ?? all));
