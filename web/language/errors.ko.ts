// The refusals of the library in Korean: whole sentences, and what they say would be accepted.

type Named = Readonly<Record<string, string | undefined>>;

/** Forms of messages; `allowed` comes translated. */
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
    /^(?<path>.+?): (?<value>.+) of another world was given, expected (?<allowed>.+)$/s,
    ({ path, value, allowed }) =>
      `${path}: 다른 세계의 것(${value})을 받았습니다. 필요한 것: ${allowed}`,
  ],
  [
    /^The memory of the module is used up, expected (?<allowed>.+)$/s,
    ({ allowed }) => `모듈의 메모리를 다 썼습니다. 필요한 것: ${allowed}`,
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
    /^the JSON of the file can't be read: (?<reason>.+)$/s,
    ({ reason }) => `파일의 JSON을 읽을 수 없습니다: ${reason}`,
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
  [/^This world was disposed$/, () => '이 세계는 이미 정리되었습니다'],
  [/^This recording was stopped$/, () => '이 기록은 이미 끝났습니다'],
];

const exact = (english: string, korean: string): [RegExp, () => string] => [
  new RegExp(`^${english.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`),
  () => korean,
];

/** What would be accepted. Bounds first; groups are translated in their turn. */
export const phrases: readonly [english: RegExp, korean: (...parts: string[]) => string][] = [
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
  [/^(.+), below (\S+)$/, (what, high) => `${what}, ${high} 미만`],
  [/^exactly one of (.+)$/s, (names) => `${names} 가운데 꼭 하나`],
  [/^an index, or one of (.+)$/s, (names) => `번호, 또는 ${names} 가운데 하나`],
  [/^the index of one of (.+)$/s, (names) => `${names} 가운데 하나의 번호`],
  [/^one of (.+)$/s, (names) => `${names} 가운데 하나`],
  [/^an object with (.+)$/s, (names) => `${names}이(가) 있는 객체`],
  [/^an? handle of an? (\w+) that still exists$/, (kind) => `아직 있는 ${kind}의 핸들`],
  [/^an? (\w+) that still exists$/, (kind) => `아직 있는 ${kind}`],
  exact('a finite number', '유한한 수'),
  exact('finite number', '유한한 수'),
  exact('a number', '수'),
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
  exact('the version of the scene format: 1', '장면 형식의 버전: 1'),
  exact(
    '1; a later version needs a later release of holonom',
    '1; 더 새로운 버전은 더 새로운 holonom이 필요합니다',
  ),
  exact('no assignment: it is only read', '대입하지 않기: 읽기만 합니다'),
  exact('a JSON text', 'JSON 글'),
  exact('a glTF 2.0 file', 'glTF 2.0 파일'),
  exact('a scene', '장면'),
  exact('the bytes of a snapshot', '스냅숏의 바이트'),
  exact('a value that can be read and written', '읽고 쓸 수 있는 값'),
  exact(
    'worlds that fit into the memory of the module, 2 GB together',
    '모두 합해 2 GB인 모듈의 메모리에 들어가는 세계',
  ),
];
