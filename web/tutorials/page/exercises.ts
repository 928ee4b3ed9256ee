// Exercises: the page checks what the reader answers, chooses or makes a demo do.
import { type Asked, judge } from './answer.js';
import { type Demo, dataOf } from './demo.js';
import { keepSolved, solvedOf } from './progress.js';
import { say } from './words.js';

interface ExerciseData {
  readonly answer?: Asked;
  readonly choice?: readonly { readonly right: boolean; readonly why: string }[];
  readonly code?: { readonly demo: string; readonly missing: string };
}

/** What an exercise in code is asked about. */
export interface Result {
  readonly series: Readonly<Record<string, readonly number[]>>;
  readonly values: object;
  readonly world: unknown;
}

export type Passes = Readonly<Record<string, (result: Result) => unknown>>;

/** A verdict, as HTML that was made with the page. */
interface Said {
  readonly right: boolean;
  readonly html: string;
}

async function verdictOf(
  form: HTMLFormElement,
  { answer, choice, code }: ExerciseData,
  demos: ReadonlyMap<string, Demo>,
  passes: () => Promise<Passes>,
): Promise<Said> {
  if (answer) {
    const verdict = judge(form.querySelector('input')?.value ?? '', answer);
    if (verdict === 'right') return { right: true, html: say('right') };
    if (typeof verdict === 'object') return { right: false, html: say('answer.factor', verdict) };
    return { right: false, html: say(verdict, { unit: answer.unit }) };
  }
  if (choice) {
    const chosen = form.querySelector<HTMLInputElement>('input:checked');
    const one = chosen && choice[Number(chosen.value)];
    return one ? { right: one.right, html: one.why } : { right: false, html: say('choice.none') };
  }
  const player = await demos.get(code?.demo ?? '')?.player();
  const { series, world, values } = player ?? {};
  if (!series || !world || (series.all.time?.length ?? 0) < 2)
    return { right: false, html: say('code.wait') };
  const name = form.dataset.exercise as string;
  let right = false;
  try {
    right = Boolean((await passes())[name]?.({ series: series.all, values: values ?? {}, world }));
  } catch {
    // What the reader's code leaves out can't be measured.
  }
  return { right, html: right ? say('code.done') : (code?.missing ?? '') };
}

/** Makes an exercise answer; calls back when it is solved. */
export function bindExercise(
  form: HTMLFormElement,
  lesson: string,
  demos: ReadonlyMap<string, Demo>,
  passes: () => Promise<Passes>,
): void {
  const data = dataOf<ExerciseData>(form, 'exercise-data');
  const name = form.dataset.exercise as string;
  const verdict = form.querySelector('.verdict') as HTMLElement;
  if (solvedOf(lesson).includes(name)) form.dataset.solved = '';
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { right, html } = await verdictOf(form, data, demos, passes);
    verdict.innerHTML = html;
    form.dataset.verdict = right ? 'right' : 'wrong';
    if (!right) return;
    form.dataset.solved = '';
    keepSolved(lesson, name);
  });
}
