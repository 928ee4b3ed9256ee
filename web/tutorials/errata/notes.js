// What else a reader of those texts may stumble over: slips that are no formula, and sentences that say too much or too little.
import { cross, dot, scaled } from './vectors.js';

/** @typedef {import('./index.js').Note} Note */

/** @type {Note[]} */
export const notes = [
  {
    id: 'S0-10',
    text: 'engine',
    what: {
      en: 'The columns of body $i$ in the matrix of all rows are printed as $6i+1$ to $6i+6$, with bodies from 1 to $n$. They are $6(i-1)+1$ to $6i$: the matrix ends at column $6n$. In the line below, the second product takes the velocity of body $j$.',
      ko: '모든 줄을 모은 행렬에서 물체 $i$의 열은 $6i+1$부터 $6i+6$까지로 인쇄되어 있고, 물체는 1번부터 $n$번까지입니다. $6(i-1)+1$부터 $6i$까지가 맞습니다. 행렬은 $6n$번째 열에서 끝납니다. 그 아래 줄의 둘째 곱에는 물체 $j$의 속도가 들어갑니다.',
    },
  },
  {
    id: 'S0-12',
    text: 'engine',
    what: {
      en: 'Some references point elsewhere: (1-38) means (1-30) and (1-1); before (1-42), $\\sum m_i r_i = 0$ is what makes $\\sum m_i \\dot r_i = 0$; the label in figure 3-3 is $+\\alpha\\lambda + \\beta$.',
      ko: '몇몇 참조가 다른 곳을 가리킵니다. (1-38)이 가리키는 것은 (1-30)과 (1-1)입니다. (1-42) 앞에서 $\\sum m_i \\dot r_i = 0$인 것은 $\\sum m_i r_i = 0$이기 때문입니다. 그림 3-3의 이름표는 $+\\alpha\\lambda + \\beta$입니다.',
    },
  },
  {
    id: 'S1-12',
    text: 'positions',
    what: {
      en: 'The gradient of the volume of a closed mesh is called an approximation. It is exact: a third of the areas around a point, times their normals.',
      ko: '닫힌 메시의 부피 기울기를 근사라고 하지만 정확한 값입니다. 한 점을 둘러싼 넓이의 3분의 1에 법선을 곱한 것입니다.',
    },
    off() {
      // An octahedron with its upper point moved: the volume is linear in that point.
      const ring = [
        [1, 0, 0],
        [0, 0, -1],
        [-1, 0, 0],
        [0, 0, 1],
      ];
      const top = [0.3, 1.2, -0.2];
      const pairs = ring.map((a, i) => /** @type {const} */ ([a, ring[(i + 1) % 4]]));
      const volume = (/** @type {any} */ at) =>
        pairs.reduce((sum, [a, b]) => sum + dot(cross(a, b), at) / 6, 0);
      const gradient = [0, 1, 2].map(
        (k) => volume(top.map((x, i) => (i === k ? x + 1 : x))) - volume(top),
      );
      const edge = (/** @type {any} */ a) => top.map((x, i) => a[i] - x);
      const third = pairs
        .map(([a, b]) => scaled(cross(edge(a), edge(b)), 1 / 6)) // half the product is the area
        .reduce((sum, one) =>
          sum.map((/** @type {number} */ x, /** @type {number} */ i) => x + one[i]),
        );
      return Math.max(...gradient.map((x, i) => Math.abs(x - third[i])));
    },
  },
  {
    id: 'S1-balloon',
    text: 'positions',
    what: {
      en: 'The pressure of a cloth balloon works with the sum of six times the volume all the same, as long as the volume at rest is summed in the same way.',
      ko: '천으로 된 풍선의 압력 제약은 부피의 여섯 배인 합으로도 제대로 작동합니다. 처음 부피도 같은 방법으로 더했다면 그렇습니다.',
    },
  },
  {
    id: 'S1-bending',
    text: 'positions',
    what: {
      en: 'With the order of points that is given, two flat triangles have the angle π, and there, as when they are folded shut, the gradient of the angle by the arc cosine has no finite value. An arc tangent of sine and cosine does not have this gap.',
      ko: '주어진 점의 순서로는 평평한 두 삼각형의 각이 π입니다. 그 자리와 완전히 접힌 자리에서 아크코사인으로 구한 각의 기울기는 유한한 값이 없습니다. 사인과 코사인의 아크탄젠트를 쓰면 이런 틈이 없습니다.',
    },
    off: () => Number(Number.isFinite(1 / Math.sqrt(1 - Math.cos(Math.PI) ** 2))),
  },
  {
    id: 'S2-sign',
    text: 'springs',
    what: {
      en: 'The undamped impulse has the wrong sign, and algorithm 5 applies it along $x_i - x_j$ instead of $x_j - x_i$: the two cancel, so the program is right. The damped impulse has the right sign, and then pushes apart.',
      ko: '감쇠 없는 충격량은 부호가 틀렸지만, 알고리즘 5가 그것을 $x_j - x_i$가 아니라 $x_i - x_j$ 방향으로 주기 때문에 둘이 지워져 프로그램은 맞습니다. 감쇠 충격량은 부호가 맞고, 그래서 오히려 밀어냅니다.',
    },
  },
  {
    id: 'S2-cost',
    text: 'springs',
    what: {
      en: 'The right-hand side of the implicit step costs time in proportion to points and springs, not to the square of the points: the matrix has a block for each spring only. Its blocks are of 3 × 3.',
      ko: '암시적 스텝의 우변을 구하는 시간은 점의 수의 제곱이 아니라 점과 스프링의 수에 비례합니다. 행렬에는 스프링마다 블록이 있을 뿐입니다. 블록의 크기는 3 × 3입니다.',
    },
  },
  {
    id: 'S2-table',
    text: 'springs',
    what: {
      en: 'Table 1 compares methods with two kinds of damping: along the spring in the harmonic ones, in all directions in the others. And with the exact impulse the velocity of a pair is exact after a step, while the place, moved by the new velocity, is of first order.',
      ko: '표 1은 서로 다른 감쇠를 쓰는 방법들을 비교합니다. 조화 방법들은 스프링 방향으로, 나머지는 모든 방향으로 감쇠합니다. 그리고 정확한 충격량을 쓰면 한 쌍의 속도는 한 스텝 뒤에 정확하지만, 새 속도로 옮긴 위치는 1차입니다.',
    },
  },
  {
    id: 'S2-times',
    text: 'springs',
    what: {
      en: 'It is said to be stable at 2, 6 and 8 times the critical time. There the step is a whole number of periods, the impulse of a spring vanishes and nothing holds the net; the lesson on claims measures it.',
      ko: '임계 시간의 2배, 6배, 8배에서 안정하다고 합니다. 그때 스텝은 주기의 정수배여서 스프링의 충격량이 사라지고, 그물을 잡아 주는 것이 없습니다. 발표된 주장에 관한 강의에서 재어 봅니다.',
    },
  },
  {
    id: 'S3-1',
    text: 'rigid',
    what: {
      en: 'The box of the example is rectangular, not square; $I_{yy} = \\frac{M}{12}(x_0^2 + z_0^2)$ lacks a bracket; a point of it is $(-3, 0, -2)$; $|\\omega|$ counts radians, not turns, in the time; the tensor is 3 × 3; and the rate of $X(t)$ is $\\frac{d}{dt}X(t)$.',
      ko: '예제의 상자는 정사각형이 아니라 직사각형입니다. $I_{yy} = \\frac{M}{12}(x_0^2 + z_0^2)$에 괄호 하나가 빠졌고, 그 상자의 한 점은 $(-3, 0, -2)$입니다. $|\\omega|$는 시간당 회전수가 아니라 라디안입니다. 텐서는 3 × 3이고, $X(t)$의 변화율은 $\\frac{d}{dt}X(t)$입니다.',
    },
  },
];
