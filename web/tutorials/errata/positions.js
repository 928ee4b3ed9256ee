// Formulas of the course notes on position based dynamics.
import { along, apart, cross, dot, rateOf, scaled, size } from './vectors.js';

/** @typedef {import('./index.js').Correction} Correction */

/** @type {Correction[]} */
export const positions = [
  {
    id: 'S1-1',
    text: 'positions',
    lesson: 'rotations',
    what: {
      en: 'This is the rate of the quaternion, not of the angular velocity.',
      ko: '이것은 각속도가 아니라 사원수의 변화율입니다.',
    },
    printed: '\\dot\\omega = \\tfrac12\\,\\tilde\\omega\\, q',
    corrected: '\\dot q = \\tfrac12\\,\\tilde\\omega\\, q',
    measured: {
      en: 'difference to the measured rate at a steady 1.8 rad/s',
      ko: '일정한 1.8 rad/s에서 잰 변화율과의 차이',
    },
    errors() {
      const w = 1.8; // about y; the parts of q along y, and its real part
      const q = (/** @type {number} */ t) => [Math.sin((w * t) / 2), Math.cos((w * t) / 2)];
      const [y = 0, real = 0] = q(0.3);
      const side = [(w * real) / 2, (-w * y) / 2];
      return [size(side), apart(rateOf(q, 0.3), side)];
    },
  },
  {
    id: 'S1-2',
    text: 'positions',
    lesson: 'positions',
    what: {
      en: 'A correction goes against the gradient. The sign and the letters of two equations disagree.',
      ko: '보정은 기울기의 반대 방향으로 갑니다. 두 식의 부호와 글자가 서로 맞지 않습니다.',
    },
    printed: '\\Delta x = \\lambda\\, X^{-1} \\nabla C^T',
    corrected:
      '\\begin{gathered} \\Delta x = -\\lambda\\, M^{-1} \\nabla C^T \\\\[1ex] \\lambda = \\frac{C}{\\nabla C\\, M^{-1} \\nabla C^T} \\end{gathered}',
    measured: {
      en: 'error of a length after one correction, m',
      ko: '한 번 고친 뒤 길이의 오차, m',
    },
    errors() {
      const [w1, w2, rest, length] = [1, 3, 1, 1.8];
      const error = length - rest;
      const lambda = error / (w1 + w2);
      const left = (/** @type {number} */ sign) => Math.abs(error + sign * lambda * (w1 + w2));
      return [left(1), left(-1)];
    },
  },
  {
    id: 'S1-3',
    text: 'positions',
    lesson: 'positions',
    what: {
      en: 'The stiffness for one of several sweeps has a root, not a power.',
      ko: '여러 번 되풀이할 때 한 번의 강성은 거듭제곱이 아니라 거듭제곱근입니다.',
    },
    printed: "k' = 1 - (1 - k)^{n}",
    corrected: "k' = 1 - (1 - k)^{1/n}",
    measured: {
      en: 'error of what is left after 5 sweeps, k = 0.5',
      ko: '5번 뒤에 남는 값의 오차, k = 0.5',
    },
    errors: () =>
      /** @type {[number, number]} */ (
        [5, 1 / 5].map((power) => Math.abs((0.5 ** power) ** 5 - 0.5))
      ),
  },
  {
    id: 'S1-4',
    text: 'positions',
    what: {
      en: 'The first weight of the velocity of second order is 3/2.',
      ko: '2차 속도 공식의 첫째 계수는 3/2입니다.',
    },
    printed: '\\tfrac1h\\left(\\tfrac23 x_{n+1} - 2 x_n + \\tfrac12 x_{n-1}\\right)',
    corrected: '\\tfrac1h\\left(\\tfrac32 x_{n+1} - 2 x_n + \\tfrac12 x_{n-1}\\right)',
    measured: { en: 'error for sin at 0.7, h = 10⁻⁴', ko: '0.7에서 sin의 오차, h = 10⁻⁴' },
    errors() {
      const h = 1e-4;
      const speed = (/** @type {number} */ first) =>
        (first * Math.sin(0.7) - 2 * Math.sin(0.7 - h) + 0.5 * Math.sin(0.7 - 2 * h)) / h;
      return [Math.abs(speed(2 / 3) - Math.cos(0.7)), Math.abs(speed(3 / 2) - Math.cos(0.7))];
    },
  },
  {
    id: 'S1-5',
    text: 'positions',
    what: {
      en: 'The sum over triangles is six times the volume.',
      ko: '삼각형에 대한 합은 부피의 여섯 배입니다.',
    },
    printed: 'V = \\sum (x_1 \\times x_2) \\cdot x_3',
    corrected: 'V = \\tfrac16 \\sum (x_1 \\times x_2) \\cdot x_3',
    measured: {
      en: 'error for a corner of the unit cube, m³',
      ko: '단위 정육면체 한 귀퉁이의 오차, m³',
    },
    errors() {
      const points = [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ].map((p) => p.map((one) => one + 0.3));
      const faces = [
        [0, 2, 1],
        [0, 1, 3],
        [0, 3, 2],
        [1, 2, 3],
      ];
      const sum = faces.reduce(
        (all, [a = 0, b = 0, c = 0]) => all + dot(cross(points[a], points[b]), points[c] ?? []),
        0,
      );
      return [Math.abs(sum - 1 / 6), Math.abs(sum / 6 - 1 / 6)];
    },
  },
  {
    id: 'S1-6',
    text: 'positions',
    lesson: 'contact',
    what: {
      en: 'Static friction takes the slip back, so the two shares have the other signs, and both are of the slip.',
      ko: '정지 마찰은 미끄러진 만큼 되돌립니다. 두 몫의 부호가 반대이고, 둘 다 미끄러진 거리의 몫입니다.',
    },
    printed:
      '\\begin{gathered} \\Delta x_i = \\frac{w_i}{w_i + w_j}\\, s \\\\[1ex] \\Delta x_j = -\\frac{w_j}{w_i + w_j}\\, \\Delta x_i \\end{gathered}',
    corrected:
      '\\begin{gathered} \\Delta x_i = -\\frac{w_i}{w_i + w_j}\\, s \\\\[1ex] \\Delta x_j = \\frac{w_j}{w_i + w_j}\\, s \\end{gathered}',
    measured: { en: 'slip left of 0.02 m, m', ko: '미끄러진 0.02 m 가운데 남은 거리, m' },
    errors() {
      const [wi, wj, s] = [1, 2, 0.02];
      const printed = (wi / (wi + wj)) * s;
      const left = (/** @type {number} */ i, /** @type {number} */ j) => Math.abs(s + i - j);
      return [
        left(printed, (-wj / (wi + wj)) * printed),
        left((-wi / (wi + wj)) * s, (wj / (wi + wj)) * s),
      ];
    },
  },
  {
    id: 'S1-7',
    text: 'positions',
    lesson: 'inequalities',
    what: {
      en: 'A wall only pushes: the condition is an inequality. As an equation it pulls in what is far away.',
      ko: '벽은 밀기만 하므로 조건은 부등식입니다. 등식이라면 멀리 있는 것을 끌어당깁니다.',
    },
    printed: 'C(x) = n^T x - d = 0',
    corrected: 'C(x) = n^T x - d \\ge 0',
    measured: {
      en: 'how far a point 1 m above the plane is pulled down, m',
      ko: '평면 1 m 위의 점이 끌려 내려간 거리, m',
    },
    errors() {
      const gap = 1;
      return [Math.abs(-gap), Math.max(0, -gap)];
    },
  },
  {
    id: 'S1-8',
    text: 'positions',
    lesson: 'positions',
    what: {
      en: 'What is minimized holds the potential itself; its gradient comes when one asks where it is least.',
      ko: '최소로 만드는 것에는 퍼텐셜 자체가 들어갑니다. 기울기는 어디서 가장 작은지를 물을 때 나옵니다.',
    },
    printed: '\\tfrac12 |x - \\tilde x|_M^2 - h^2 k\\, \\nabla C(x)',
    corrected: '\\tfrac12 |x - \\tilde x|_M^2 - h^2 k\\, C(x)',
    measured: {
      en: 'difference of its gradient to the condition of the text, C = x³',
      ko: '그 기울기와 본문의 조건과의 차이, C = x³',
    },
    errors() {
      const [m, h2k, predicted, x] = [2, 0.3, 0.5, 1.4];
      const condition = m * (x - predicted) - h2k * 3 * x * x;
      const slope = (/** @type {(x: number) => number} */ potential) =>
        rateOf((at) => [(m / 2) * (at - predicted) ** 2 - h2k * potential(at)], x)[0];
      return [
        Math.abs(slope((at) => 3 * at * at) - condition),
        Math.abs(slope((at) => at ** 3) - condition),
      ];
    },
  },
  {
    id: 'S1-9',
    text: 'positions',
    lesson: 'positions',
    what: {
      en: 'The volume of a tetrahedron is cubic along its gradient, so one correction does not solve it as it does a distance. Six do.',
      ko: '사면체의 부피는 기울기를 따라 3차식이므로, 거리처럼 한 번에 풀리지 않습니다. 여섯 번이면 풀립니다.',
    },
    printed: 'C(x + \\Delta x) = 0',
    corrected: 'C(x + \\Delta x) = O(|\\Delta x|^2)',
    measured: {
      en: 'error of the volume after one step and after six, m³',
      ko: '한 번 뒤와 여섯 번 뒤 부피의 오차, m³',
    },
    errors() {
      const faces = [
        [1, 3, 2],
        [0, 2, 3],
        [0, 3, 1],
        [0, 1, 2],
      ];
      /** @type {any} */
      let at = [
        [0, 0, 0],
        [1.3, 0, 0],
        [0, 1.3, 0],
        [0, 0, 1.3],
      ];
      const volume = () =>
        dot(cross(along(at[1], at[0], -1), along(at[2], at[0], -1)), along(at[3], at[0], -1)) / 6;
      const step = () => {
        const error = volume() - 1 / 6;
        const slopes = faces.map(([a = 0, b = 0, c = 0]) =>
          scaled(cross(along(at[b], at[a], -1), along(at[c], at[a], -1)), 1 / 6),
        );
        const lambda = error / slopes.reduce((sum, one) => sum + dot(one, one), 0);
        at = at.map((/** @type {any} */ one, /** @type {number} */ i) =>
          along(one, slopes[i], -lambda),
        );
        return Math.abs(volume() - 1 / 6);
      };
      const left = Array.from({ length: 6 }, step);
      return [left[0] ?? 0, left[5] ?? 1];
    },
  },
  {
    id: 'S1-10',
    text: 'positions',
    lesson: 'positions',
    what: {
      en: 'The sum below is that of the inverse masses; it is 2 only if both are 1.',
      ko: '분모는 역질량의 합입니다. 둘 다 1일 때만 2가 됩니다.',
    },
    printed: '\\lambda = \\frac{|x_{12}| - d}{1 + 1}',
    corrected: '\\lambda = \\frac{|x_{12}| - d}{w_1 + w_2}',
    measured: {
      en: 'stretch left after one correction, w = 1 and 3, m',
      ko: '한 번 고친 뒤 남은 늘어남, w = 1과 3, m',
    },
    errors: () =>
      /** @type {[number, number]} */ ([2, 4].map((sum) => Math.abs(0.5 - (0.5 / sum) * (1 + 3)))),
  },
  {
    id: 'S1-11',
    text: 'positions',
    lesson: 'positions',
    what: {
      en: 'The multiplier of XPBD has a square of time in it. The force is what remains without.',
      ko: 'XPBD의 승수에는 시간의 제곱이 들어 있습니다. 그것을 나눈 값이 힘입니다.',
    },
    printed: 'f = \\lambda',
    corrected: 'f = \\frac{\\lambda}{h^2}',
    measured: {
      en: 'error of the pull under 2 kg at rest, N',
      ko: '2 kg을 매달았을 때 당기는 힘의 오차, N',
    },
    errors() {
      // A weight on a rigid string, in steps of XPBD.
      const [m, g, h, length] = [2, 9.81, 1 / 60, 1];
      let [y, v, lambda] = [-length, 0, 0];
      for (let i = 0; i < 60; i++) {
        const before = y;
        y += h * (v - h * g);
        lambda = (-length - y) * m;
        y += lambda / m;
        v = (y - before) / h;
      }
      return [Math.abs(lambda - m * g), Math.abs(lambda / h ** 2 - m * g)];
    },
  },
];
