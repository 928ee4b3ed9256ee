// The refusals of the library in Korean: whole sentences, and what they say would be accepted.

type Named = Readonly<Record<string, string | undefined>>;

/** Forms of messages; what their parts say comes translated. */
export const sentences: readonly [english: RegExp, korean: (parts: Named) => string][] = [
  [
    /^(?<path>.+?): got (?<value>.*), expected (?<allowed>.+)$/s,
    ({ path, value, allowed }) => `${path}: 받은 값 ${value}, 필요한 것: ${allowed}`,
  ],
  [
    /^(?:(?<path>[^:]+): )?expected (?<allowed>.+), got (?<value>.+)$/s,
    ({ path, value, allowed }) =>
      `${path ? `${path}: ` : ''}받은 것 ${value}, 필요한 것: ${allowed}`,
  ],
  [
    /^(?:(?<path>.+): )?no such field, expected (?<allowed>.+)$/s,
    ({ path, allowed }) => `${path ? `${path}: ` : ''}그런 필드가 없습니다. 필요한 것: ${allowed}`,
  ],
  [
    /^(?<path>.+?): using it failed \((?<reason>.*)\), expected (?<allowed>.+)$/s,
    ({ path, reason, allowed }) => `${path}: 쓸 수 없습니다 (${reason}). 필요한 것: ${allowed}`,
  ],
  [
    /^(?<path>.+?): it threw (?<reason>.*), expected (?<allowed>.+)$/s,
    ({ path, reason, allowed }) => `${path}: 던진 것 ${reason}, 필요한 것: ${allowed}`,
  ],
  [
    /^(?<path>\S+): (?:called by a force generator|used by a function of a constraint), expected (?<allowed>.+)$/s,
    ({ path, allowed }) => `${path}: 지금은 부를 수 없습니다. 필요한 것: ${allowed}`,
  ],
  [
    /^(?<path>.+?): the file (?<value>'.*') is needed: give it as (?<word>.+)$/s,
    ({ path, value }) => `${path}: 다른 파일 ${value}이(가) 필요합니다. 모두 든 .glb로 여세요`,
  ],
  [
    /^(?<path>.+?): (?<value>.+) of another world was given, expected (?<allowed>.+)$/s,
    ({ path, value, allowed }) =>
      `${path}: 다른 세계의 것(${value})을 받았습니다. 필요한 것: ${allowed}`,
  ],
  [
    /^The memory of the module is used up, expected (?<allowed>.+)$/s,
    ({ allowed }) => `모듈의 메모리를 다 썼습니다. 필요한 것: ${allowed}`,
  ],
  [
    /^(?<call>.+?): the WebAssembly module trapped \((?<found>.+)\), expected (?<allowed>.+)$/s,
    ({ call, found, allowed }) =>
      `${call}: WebAssembly 모듈이 오류로 멈췄습니다: \`${found}\`. ${allowed}`,
  ],
  [
    /^The scene is not JSON: (?<found>.+) at (?<place>.+)$/s,
    ({ found, place }) => `장면이 JSON이 아닙니다: ${place}, ${found}`,
  ],
  [
    /^Holonom can't be loaded: (?<reason>.+)$/s,
    ({ reason }) => `Holonom을 불러올 수 없습니다: ${reason}`,
  ],
  [
    /^line (?<line>\d+): a vertex needs three numbers, got (?<value>.*)$/s,
    ({ line, value }) => `${line}줄: 꼭짓점에는 수 세 개가 필요한데, 받은 것은 ${value}입니다`,
  ],
  [
    /^line (?<line>\d+): a face needs three corners, got (?<count>\d+)$/,
    ({ line, count }) => `${line}줄: 면에는 모서리 점 세 개가 필요한데, ${count}개뿐입니다`,
  ],
  [
    /^line (?<line>\d+): (?<word>'.*') is not the number of a vertex$/s,
    ({ line, word }) => `${line}줄: ${word}은(는) 꼭짓점의 번호가 아닙니다`,
  ],
  [
    /^line (?<line>\d+): the face names vertex (?<vertex>-?\d+), but there are (?<count>\d+) vertices before it$/,
    ({ line, vertex, count }) =>
      `${line}줄: 면에 꼭짓점 ${vertex}이(가) 있지만, 그 앞에 있는 꼭짓점은 ${count}개입니다`,
  ],
  [/^the file ends too early$/, () => '파일이 너무 일찍 끝납니다'],
  [/^it is no binary glTF file, and no JSON either$/, () => '이진 glTF 파일도 JSON도 아닙니다'],
  [/^the first part of the file is not its JSON$/, () => '파일의 첫 부분이 JSON이 아닙니다'],
  [
    // The browser gives its reason in its own words: only the place is kept.
    /^the JSON of the file can't be read: .*?(?:at position (?<at>\d+).*)?$/s,
    ({ at }) => `파일의 JSON을 읽을 수 없습니다${at ? ` (${at}번째 글자)` : ''}`,
  ],
  [
    /^files ending in \.obj, \.glb and \.json can be opened, not (?<name>.+)$/s,
    ({ name }) => `.obj, .glb, .json으로 끝나는 파일을 열 수 있습니다. 받은 것: ${name}`,
  ],
  [/^the file holds no triangles$/, () => '파일에 삼각형이 없습니다'],
  [
    /^vertex (?<vertex>\d+) is not three finite numbers$/,
    ({ vertex }) => `꼭짓점 ${vertex}이(가) 유한한 수 세 개가 아닙니다`,
  ],
  [
    /^the mesh has (?<count>\d+) vertices; the playground takes up to (?<most>\d+)$/,
    ({ count, most }) => `메시의 꼭짓점이 ${count}개입니다. 놀이터에서는 ${most}개까지 열립니다`,
  ],
  [
    /^the link unfolds to more than (?<most>\d+) bytes$/,
    ({ most }) => `링크를 풀면 ${most}바이트가 넘습니다`,
  ],
  [/^the link carries no scene$/, () => '링크에 장면이 없습니다'],
  [/^the link carries no place to look from$/, () => '링크에 바라보는 자리가 없습니다'],
  [/^the link is damaged$/, () => '링크가 손상되었습니다'],
  [/^there is no mesh (?<name>'.*')$/s, ({ name }) => `메시 ${name}이(가) 없습니다`],
  [
    /^the code asks for something that is not offered: (?<what>.*)$/s,
    ({ what }) => `코드가 여기에 없는 것을 부릅니다: ${what}`,
  ],
  [
    /^the calls in one step take more than (?<longest>\d+) ms$/,
    ({ longest }) => `한 스텝의 호출이 ${longest} ms를 넘습니다`,
  ],
  [
    /^the code makes (?<size>\d+) numbers at once; at most (?<most>\d+) are shown$/,
    ({ size, most }) =>
      `코드가 수를 한 번에 ${size}개 만듭니다. 보여 줄 수 있는 것은 ${most}개까지입니다`,
  ],
  [
    /^The code took longer than (?<seconds>\d+) s and was stopped\.$/,
    ({ seconds }) => `코드가 ${seconds}초 넘게 걸려 멈췄습니다.`,
  ],
  [
    /^The code sent messages that nobody asked for and was stopped\.$/,
    () => '코드가 요청하지 않은 메시지를 보내 멈췄습니다.',
  ],
  [
    /^The code sent more than the page can show and was stopped\.$/,
    () => '코드가 페이지에 보여 줄 수 있는 것보다 많이 보내 멈췄습니다.',
  ],
  [
    /^The code sent a state that makes no sense and was stopped\.$/,
    () => '코드가 뜻이 없는 상태를 보내 멈췄습니다.',
  ],
  [
    /^(?<count>\d+) calls in one (?<during>build|step); at most (?<most>\d+) are followed$/,
    ({ count, during, most }) => `${during} 한 번에 호출이 ${count}번입니다. ${most}번까지 됩니다`,
  ],
  [
    /^(?<name>world\.\w+) is the playground's business; use beforeStep$/,
    ({ name }) => `${name}은(는) 놀이터가 합니다. beforeStep을 쓰세요`,
  ],
  [/^a function can't be given here$/, () => '여기에는 함수를 줄 수 없습니다'],
  [
    /^(?<name>'.*') can't be imported here; there are (?<names>.+)$/s,
    ({ name, names = '' }) =>
      `${name}은(는) 여기서 가져올 수 없습니다. 있는 것: ${names.replace(' and ', ', ')}`,
  ],
  [
    /^the code exports no scene: it should say export default, with a build function$/,
    () => '코드가 장면을 내보내지 않습니다: build 함수가 있는 export default가 필요합니다',
  ],
  [
    /^(?<path>[\w.]+): expected (?<allowed>.+)$/s,
    ({ path, allowed }) => `${path}: 필요한 것: ${allowed}`,
  ],
  [/^controls: at most (?<most>\d+)$/, ({ most }) => `controls: ${most}개까지 됩니다`],
  [
    /^(?<path>[\w.]+): a number needs value, min, max and step$/,
    ({ path }) => `${path}: 수에는 value, min, max, step이 필요합니다`,
  ],
  [
    /^(?<path>[\w.]+): a choice needs options$/,
    ({ path }) => `${path}: 고르는 것에는 options가 필요합니다`,
  ],
  [/^(?<address>\S+) answered (?<code>\d+)$/, ({ address, code }) => `${address}의 응답: ${code}`],
  [
    /^This world was left half changed by a call that failed, expected (?<allowed>.+)$/s,
    ({ allowed }) => `끝나지 못한 호출이 이 세계를 바꾸다 말았습니다. 가능한 것: ${allowed}`,
  ],
  [
    /^(?<call>.+?): the call stack is used up, expected (?<allowed>.+)$/s,
    ({ call, allowed }) => `${call}: 호출 스택을 다 썼습니다. 필요한 것: ${allowed}`,
  ],
  [/^This world was disposed$/, () => '이 세계는 이미 정리되었습니다'],
  [/^This recording was stopped$/, () => '이 기록은 이미 끝났습니다'],
];

/** A phrase of fixed words. */
const exact = (english: string, korean: string): [RegExp, () => string] => [
  new RegExp(`^${english.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`),
  () => korean,
];

/** `a, b and c`, and `a, b or c`, without the word. */
const listed = (names: string): string => names.replace(/,? (?:and|or) /g, ', ');

/** What was given and what would be accepted. Bounds first; groups are translated in their turn. */
export const phrases: readonly [english: RegExp, korean: (...parts: string[]) => string][] = [
  // What was given.
  exact('nothing', '없음'),
  exact('a function', '함수'),
  [/^function ('.*'|\S+)$/s, (name) => `함수 ${name}`],
  [/^an array of (\d+)$/, (count) => `${count}개의 배열`],
  exact("an object that can't be read", '읽을 수 없는 객체'),
  exact('one that was removed', '없앤 것'),
  [/^an? ([A-Z]\w*)$/, (name) => `${name} 객체`],
  // Where a text is no JSON.
  exact('the text ends too early', '글이 너무 일찍 끝납니다'),
  [/^unexpected ('.+')$/s, (found) => `예상하지 못한 ${found}`],
  [/^line (\d+), column (\d+)$/, (line, column) => `${line}줄 ${column}칸`],
  // Why the library can't be loaded.
  exact('this browser has no WebAssembly', '이 브라우저에 WebAssembly가 없습니다'),
  exact('the binary is of another version', '파일이 다른 버전의 것입니다'),
  [
    /^(.+) is damaged, or this browser has no WebAssembly SIMD$/s,
    (from) => `${from} 파일이 손상되었거나, 이 브라우저에 WebAssembly SIMD가 없습니다`,
  ],
  [/^(.+) can't be fetched$/s, (from) => `${from} 파일을 받을 수 없습니다`],
  [/^(.+) is not WebAssembly$/s, (from) => `${from} 파일이 WebAssembly가 아닙니다`],
  [/^(\S+) answered (\d+).*$/s, (from, code) => `${from}의 응답: ${code}`],
  // What would be accepted.
  [/^(.+); did you mean ('.+')\?$/s, (what, guess) => `${what}. 혹시 ${guess}인가요?`],
  [/^(.+), as in (\{.+\})$/s, (what, sample) => `${what}, 예: ${sample}`],
  [/^(.+), below (\S+)$/, (what, high) => `${what}, ${high} 미만`],
  [
    /^a number (\d+|below \d+), of one of the ([\w ]+)$/,
    (below, list) => `${list} 가운데 하나의 번호, ${below}`,
  ],
  [/^below (\S+)$/, (high) => `${high} 미만`],
  [/^(.+ number) ≥ (\S+) ≤ (\S+)$/, (what, low, high) => `${low} 이상 ${high} 이하의 ${what}`],
  [/^(.+ number) > (\S+) ≤ (\S+)$/, (what, low, high) => `${low}보다 크고 ${high} 이하인 ${what}`],
  [/^(.+) ≥ (\S+)$/, (what, low) => `${low} 이상의 ${what}`],
  [/^(.+) > (\S+)$/, (what, low) => `${low}보다 큰 ${what}`],
  [/^(.+) ≤ (\S+)$/, (what, high) => `${high} 이하의 ${what}`],
  [/^(\d+) numbers$/, (count) => `수 ${count}개`],
  [
    /^(\d+) numbers, (?:three|3) (?:for each|a) (?:node|particle)$/,
    (count) => `점마다 세 개씩, 수 ${count}개`,
  ],
  [
    /^(\d+) numbers, (\d+) for each particle$/,
    (count, each) => `입자마다 ${each}개씩, 수 ${count}개`,
  ],
  [/^an empty list or (\d+) numbers$/, (count) => `빈 목록 또는 수 ${count}개`],
  [/^numbers below (\d+)$/, (high) => `${high} 미만의 수`],
  [/^numbers of its (\d+) vertices$/, (count) => `꼭짓점 ${count}개의 번호`],
  [
    /^(\d+) elements within the ([\d.]+) bytes of its buffer view$/,
    (count, bytes) => `${bytes}바이트인 buffer view 안의 원소 ${count}개`,
  ],
  [
    /^finite numbers, but element (\d+) is (.+)$/,
    (element, values) => `유한한 수, 그런데 ${element}번 원소는 ${values}`,
  ],
  [/^a tree of (\d+) levels$/, (count) => `${count}단계까지의 나무`],
  [/^a list of at most (\d+)$/, (count) => `${count}개 이하의 목록`],
  [
    /^fewer than (\S+) points: the memory has no room for them$/,
    (count) => `점 ${count}개보다 적게: 메모리가 모자랍니다`,
  ],
  [/^at most (\d+) levels of nesting$/, (count) => `${count}단계까지의 겹침`],
  [/^at most (\d+) different memberships$/, (count) => `서로 다른 소속 ${count}개까지`],
  [/^at most (\d+) objects of a kind$/, (count) => `한 종류에 ${count}개까지`],
  [/^at most its max, (\S+)$/, (high) => `max인 ${high} 이하`],
  [/^at most (\S+\.upper)$/, (name) => `${name} 이하`],
  [/^a text of at most (\d+) letters$/, (most) => `${most}자 이하의 글`],
  [/^an index into a list of (\d+)$/, (count) => `${count}개인 목록의 번호`],
  [
    /^(an index|a vertex index) from (\S+) to (\S+)$/,
    (what, low, high) => `${low}에서 ${high}까지의 ${what}`,
  ],
  [/^the index of one of (\d+) vertices$/, (count) => `꼭짓점 ${count}개 가운데 하나의 번호`],
  [
    /^as many particles as the first side: (\d+)$/,
    (count) => `첫째 쪽과 같은 수의 입자: ${count}개`,
  ],
  [/^the cloth that (\w+) is of$/, (name) => `${name}이(가) 있는 cloth`],
  [/^absent where (\w+) is given$/, (name) => `${name}이(가) 있으면 비워 두기`],
  [/^fewer nodes: .*$/, () => '더 적은 절점: 이 분해는 256 MB나 곱셈 10억 번을 넘습니다'],
  [
    /^fewer nodes, or pcg: .*$/,
    () => '더 적은 절점이나 pcg: 이 분해는 256 MB나 곱셈 10억 번을 넘습니다',
  ],
  [
    /^a closed surface; the edge between these vertices has (.+)$/,
    (count) => `닫힌 면; 이 꼭짓점들 사이의 모서리에 있는 것: ${count}`,
  ],
  [/^(\d+) triangles$/, (count) => `삼각형 ${count}개`],
  [/^a snapshot of version (\d+)$/, (version) => `버전 ${version}의 스냅숏`],
  [/^the (\d+) bytes of a snapshot, unchanged$/, (count) => `바뀌지 않은 스냅숏 ${count}바이트`],
  [/^the version of the scene format: (.+)$/, (version) => `장면 형식의 버전: ${version}`],
  [
    /^(.+); a later version needs a later release of holonom$/,
    (version) => `${version}; 더 새로운 버전은 더 새로운 holonom이 필요합니다`,
  ],
  [
    /^(.+) greater than (\S+) and at most (\S+)$/,
    (what, low, high) => `${low}보다 크고 ${high} 이하인 ${what}`,
  ],
  [
    /^(an?(?: finite)? \w+) from (\S+) to (\S+)$/,
    (what, low, high) => `${low}에서 ${high}까지의 ${what}`,
  ],
  [/^(.+) greater than (\S+)$/, (what, low) => `${low}보다 큰 ${what}`],
  [/^(.+) of at least (\S+)$/, (what, low) => `${low} 이상의 ${what}`],
  [/^(.+) of at most (\S+)$/, (what, high) => `${high} 이하의 ${what}`],
  [/^at least ([\d.e+-]+)$/, (low) => `${low} 이상`],
  [/^at most ([\d.e+-]+)$/, (high) => `${high} 이하`],
  [/^exactly one of (.+)$/s, (names) => `${listed(names)} 가운데 꼭 하나`],
  [/^an index, or one of (.+)$/s, (names) => `번호, 또는 ${listed(names)} 가운데 하나`],
  [/^the index of one of (.+)$/s, (names) => `${names} 가운데 하나의 번호`],
  [/^at most one of (.+)$/s, (names) => `${listed(names)} 가운데 많아야 하나`],
  [/^one of (.+)$/s, (names) => `${listed(names)} 가운데 하나`],
  [/^an object with (.+)$/s, (names) => `${listed(names)}이(가) 있는 객체`],
  [/^an? handle of an? (\w+) that still exists$/, (kind) => `아직 있는 ${kind}의 핸들`],
  [/^an? (\w+) that still exists$/, (kind) => `아직 있는 ${kind}`],
  exact('a finite number', '유한한 수'),
  exact('finite number', '유한한 수'),
  exact('a number', '수'),
  [/^a number from (\S+) to (\S+)$/, (low, high) => `${low}에서 ${high}까지의 수`],
  exact('an integer', '정수'),
  exact('an index', '번호'),
  exact('a vertex index', '꼭짓점 번호'),
  exact('a length', '길이'),
  exact('a string', '문자열'),
  exact('an object', '객체'),
  exact('a live object', '아직 있는 물체'),
  exact('an array', '배열'),
  exact('an array of numbers', '수의 배열'),
  exact('an array of objects', '객체의 배열'),
  exact('an array of indices and names', '번호와 이름의 배열'),
  exact('true or false', 'true 또는 false'),
  exact('two numbers', '수 두 개'),
  exact('two integers', '정수 두 개'),
  exact('three numbers [x, y, z]', '수 세 개 [x, y, z]'),
  exact('an angle in radians', '라디안 단위의 각도'),
  exact('a direction [x, y, z]', '방향 [x, y, z]'),
  exact('a direction that is not zero', '0이 아닌 방향'),
  exact('a direction of any length but 0', '길이가 0이 아닌 방향'),
  exact('a quaternion x, y, z, w that is not zero', '0이 아닌 사원수 x, y, z, w'),
  exact('finite coordinates', '유한한 좌표'),
  exact('an index or a name', '번호나 이름'),
  exact('a scene object', '장면 객체'),
  exact("an index into the file's list", '파일에 있는 목록의 번호'),
  exact('an object of this world', '이 세계의 물체'),
  exact('a world that was not disposed', '정리되지 않은 세계'),
  exact('a recording that was not stopped', '끝나지 않은 기록'),
  exact('a body other than bodyA', 'bodyA가 아닌 물체'),
  exact('a body of type static', 'static인 물체'),
  exact('two different nodes', '서로 다른 두 절점'),
  exact('a node that has no other tie', '다른 이음이 없는 절점'),
  exact('at least four points', '점 네 개 이상'),
  exact('points that do not all coincide', '모두 한곳에 있지는 않은 점들'),
  exact('points that do not all lie on one line', '모두 한 직선에 있지는 않은 점들'),
  exact('points that do not all lie in one plane', '모두 한 평면에 있지는 않은 점들'),
  exact('points that enclose a volume', '부피를 둘러싸는 점들'),
  exact('at least three vertices', '꼭짓점 세 개 이상'),
  exact('at least one triangle', '삼각형 하나 이상'),
  exact('three numbers for each vertex', '꼭짓점마다 수 세 개'),
  exact('three indices for each triangle', '삼각형마다 번호 세 개'),
  exact('two indices for each spring', '스프링마다 번호 두 개'),
  exact('three different vertices a triangle', '삼각형마다 서로 다른 꼭짓점 세 개'),
  exact('at most two triangles on an edge', '모서리마다 삼각형 두 개 이하'),
  exact('a solid with a volume', '부피가 있는 입체'),
  exact('a surface with a volume, not a flat one', '납작하지 않은, 부피가 있는 면'),
  exact(
    'no change after creation: it is made from this, so add another',
    '만든 뒤에는 바꾸지 않기: 이것으로 만들어지므로 새로 추가하세요',
  ),
  exact(
    'no change after creation: it says what is tied, so add another',
    '만든 뒤에는 바꾸지 않기: 무엇이 이어지는지 정하므로 새로 추가하세요',
  ),
  exact(
    'no change after creation: `positions` say where it is now',
    '만든 뒤에는 바꾸지 않기: 지금 위치는 `positions`에 있습니다',
  ),
  exact(
    'no change after creation: anchors and rotations A and B say where it is now',
    '만든 뒤에는 바꾸지 않기: 지금 위치는 A와 B의 anchor와 rotation에 있습니다',
  ),
  exact(
    'no change after creation: its constraints are laid out then, so add another',
    '만든 뒤에는 바꾸지 않기: 구속은 만들 때 놓이므로 새로 추가하세요',
  ),
  exact('no assignment: it is only read', '대입하지 않기: 읽기만 합니다'),
  exact('a list', '목록'),
  exact('a value', '값'),
  [
    /^a quaternion (\[x, y, z, w\]), or one of (.+)$/,
    (form, forms) => `사원수 ${form}, 또는 ${listed(forms)} 가운데 하나`,
  ],
  [
    /^a description of an? (\w+)(?: \((world\.describe\(object\)) makes one\))?$/,
    (kind, call) => `${kind}의 설명${call ? ` (${call}로 만듭니다)` : ''}`,
  ],
  exact('a Uint8Array or ArrayBuffer with a snapshot', '스냅숏이 든 Uint8Array나 ArrayBuffer'),

  exact('a whole number', '정수'),
  exact('a text', '글'),
  exact('a plain object', '보통 객체'),
  exact('a world', '세계'),
  exact('a cloth', 'cloth'),
  exact('a body', '물체'),
  exact('a function that returns', '값을 돌려주는 함수'),
  exact('a number of seconds', '초 단위의 수'),
  exact('a number, text, list or plain object', '수, 글, 목록 또는 보통 객체'),
  exact('a number, a text or true or false', '수, 글, true 또는 false'),
  exact('three numbers', '수 세 개'),
  exact(
    'three angles in radians, in the order of the turns',
    '돌리는 순서대로 라디안 단위의 각도 세 개',
  ),
  exact('axis times angle [x, y, z] in radians', '축에 라디안 단위의 각도를 곱한 것 [x, y, z]'),
  exact('a rotation about z, which one angle can say', '각도 하나로 말할 수 있는, z축 둘레의 회전'),
  exact(
    'a rotation; this matrix mirrors: its determinant is negative',
    '회전; 이 행렬은 거울상입니다: 행렬식이 음수입니다',
  ),
  exact(
    'a rotation; this matrix is singular: it flattens',
    '회전; 이 행렬은 특이합니다: 납작하게 만듭니다',
  ),
  exact(
    'a rotation; rows of length 1 at right angles, to within 0.01',
    '회전; 오차 0.01 안에서 서로 직각이고 길이가 1인 행',
  ),
  exact("an index into the file's own lists", '그 파일에 있는 목록의 번호'),
  exact('an index of a node', '절점 번호'),
  exact(
    'an index of a vertex, four different ones a tetrahedron',
    '꼭짓점 번호, 사면체마다 서로 다른 네 개',
  ),
  exact('at least one particle', '입자 하나 이상'),
  exact('at least one part', '부분 하나 이상'),
  exact('at least four triangles', '삼각형 네 개 이상'),
  exact('at least 1e-30 kg for each node', '절점마다 1e-30 kg 이상'),
  exact('at most a million grains', '알갱이 백만 개 이하'),
  exact('each particle once in a seam', '솔기마다 한 번씩인 입자'),
  exact('fewer spring networks', '더 적은 스프링 그물'),
  exact('triangles that have an area', '넓이가 있는 삼각형'),
  exact(
    'texture coordinates in which every triangle has an area',
    '모든 삼각형에 넓이가 있는 텍스처 좌표',
  ),
  exact('texture coordinates: strain follows them', '텍스처 좌표: strain이 그것을 따릅니다'),
  exact('three numbers for each point', '점마다 수 세 개'),
  exact('three numbers for each node, at least one node', '절점마다 수 세 개, 절점 하나 이상'),
  exact(
    'three numbers for each vertex, at least four vertices',
    '꼭짓점마다 수 세 개, 꼭짓점 네 개 이상',
  ),
  exact(
    'four indices for each tetrahedron, at least one tetrahedron',
    '사면체마다 번호 네 개, 사면체 하나 이상',
  ),
  exact(
    'triangles that wind counter-clockwise from outside: this volume in m³ is inside out',
    '밖에서 보아 시계 반대 방향인 삼각형: 이 부피(m³)는 안팎이 뒤집혔습니다',
  ),
  exact('an odd number of triangles', '홀수 개의 삼각형'),
  exact('one triangle', '삼각형 하나'),
  exact(
    'a length greater than 0; use a ball joint to hold two points together',
    '0보다 큰 길이; 두 점을 붙이려면 ball 조인트를 쓰세요',
  ),
  exact('the body that is joined', '이을 물체'),
  exact('another body than bodyA', 'bodyA가 아닌 물체'),
  exact('a world direction, or rotationA', '세계의 방향, 또는 rotationA'),
  exact('a world point where bodyB is absent', 'bodyB가 없으면 세계의 점'),
  exact('a body, by its handle', '핸들로 가리킨 물체'),
  exact('nothing where mass is given', 'mass가 있으면 비워 두기'),
  exact('a shape that has an end', '끝이 있는 모양'),
  exact(
    'a size and density that give every particle a mass',
    '모든 입자에 질량을 주는 크기와 밀도',
  ),
  exact(
    'a size and density that give a mass and inertia within 1e-37 to 1e37',
    '질량과 관성이 1e-37에서 1e37 사이가 되는 크기와 밀도',
  ),
  exact(
    'three moments of which none exceeds the sum of the others',
    '어느 것도 나머지의 합보다 크지 않은 모멘트 세 개',
  ),
  exact('three shares that are not all zero', '모두 0은 아닌 몫 세 개'),
  exact('a list with each node that has several ties', '이음이 여럿인 절점이 모두 든 목록'),
  exact('a particle that is not in the list yet', '아직 목록에 없는 입자'),
  exact('a point of the network', '그물의 점'),
  exact('a cloth that has triangles', '삼각형이 있는 cloth'),
  exact('the triangle that weights are of', 'weights가 가리키는 삼각형'),
  exact('a triangle without a particle that is tied to it', '거기에 이어진 입자가 없는 삼각형'),
  exact('another particle than what is tied to it', '거기에 이어진 것이 아닌 입자'),
  exact(
    'none: what is tied to cloth meets a point of it',
    '비워 두기: cloth에 이어진 것은 그 점에서 만납니다',
  ),
  exact(
    'none: only points of cloth are tied to cloth',
    '비워 두기: cloth에는 cloth의 점만 이을 수 있습니다',
  ),
  exact(
    'none: a rope and a pile have no triangles',
    '비워 두기: rope와 pile에는 삼각형이 없습니다',
  ),
  exact('indices; names are for grids', '번호; 이름은 grid에서만 쓰입니다'),
  exact('a snapshot of this version', '이 버전의 스냅숏'),
  exact('a value that does not contain itself', '자기 자신을 담지 않은 값'),
  exact('a part that is a hull or mesh', 'hull이나 mesh인 부분'),
  exact(
    'a call after the function of the constraint has returned',
    '구속의 함수가 끝난 뒤에 부르기',
  ),
  exact('a call after the force generator has returned', '힘 생성기가 끝난 뒤에 부르기'),
  exact(
    "forces and impulses alone; { every: 'step' } of addForceGenerator lets it change the world",
    "힘과 충격량만. 세계를 바꾸려면 addForceGenerator에 { every: 'step' }을 주세요",
  ),
  exact('a call when the step under way is done', '진행 중인 스텝이 끝난 뒤에 부르기'),
  exact('a component type of glTF', 'glTF의 성분 형'),
  exact('numbers that are not compressed', '압축되지 않은 수'),
  exact('a mesh that is not compressed', '압축되지 않은 메시'),
  exact('the name of a file, or a .glb around it', '파일 이름, 또는 그것을 담은 .glb'),
  exact('base64', 'base64'),
  exact('a data URI in base64', 'base64로 적힌 data URI'),
  exact('a URI with its escapes whole', '이스케이프가 온전한 URI'),
  exact('a node without a parent, once', '부모가 없는 노드, 한 번만'),
  exact('a node without another parent', '다른 부모가 없는 노드'),
  exact('no node that it hangs on', '자기가 달려 있지 않은 노드'),
  exact('a quaternion of length 1', '길이가 1인 사원수'),
  exact('numbers other than 0', '0이 아닌 수'),
  exact('a geometry', '기하'),
  exact('no motion where a collider is a plane', 'collider가 평면이면 motion 비워 두기'),
  exact('one to three different axes', '서로 다른 축 하나에서 셋'),
  exact('a radius', '반지름'),
  exact('a mesh of points', '점이 있는 메시'),
  exact('a mesh of triangles', '삼각형이 있는 메시'),
  exact('the bytes, the text or the JSON of a glTF file', 'glTF 파일의 바이트, 글 또는 JSON'),
  exact('the text of an .obj file', '.obj 파일의 글'),
  exact('a JSON text', 'JSON 글'),
  exact('a glTF 2.0 file', 'glTF 2.0 파일'),
  exact('a scene', '장면'),
  exact('the bytes of a snapshot', '스냅숏의 바이트'),
  exact('a value that can be read and written', '읽고 쓸 수 있는 값'),
  exact(
    'dispose() alone; a snapshot of before can be restored in another world',
    'dispose()만; 그 전의 스냅숏은 다른 세계에서 되살릴 수 있습니다',
  ),
  exact('calls that are not nested so deep', '그만큼 깊이 겹치지 않는 호출'),
  exact(
    'no trap: this is a fault of Holonom, please report it, and load the module again',
    'Holonom의 결함이니 알려 주시고, 페이지를 새로 고쳐 주세요',
  ),
  exact(
    'worlds that fit into the memory of the module, 2 GB together',
    '모두 합해 2 GB인 모듈의 메모리에 들어가는 세계',
  ),
];
