// Formulas of the study of mass-spring networks: forces, matrices and limits.
import { along, apart, cross, dot, rateOf, scaled, size } from './vectors.js';

/** @typedef {import('./index.js').Correction} Correction */
/** @typedef {import('./vectors.js').V} V */

/** @type {Correction[]} */
export const springs = [
  {
    id: 'S2-1',
    text: 'springs',
    lesson: 'stiffness',
    what: {
      en: 'In the derivative of a spring’s force the length stands cubed.',
      ko: '스프링 힘의 미분에는 길이의 세제곱이 있습니다.',
    },
    printed: 'k\\left[\\left(1 - \\frac{l_0}{l}\\right) 1 + \\frac{l_0}{l}\\,x x^T\\right]',
    corrected: 'k\\left[\\left(1 - \\frac{l_0}{l}\\right) 1 + \\frac{l_0}{l^3}\\,x x^T\\right]',
    measured: { en: 'difference to the measured derivative', ko: '실제로 잰 미분과의 차이' },
    errors() {
      const x = [1.2, -0.7, 0.4];
      const l = size(x);
      const force = (/** @type {V} */ at) => at.map((one) => 10 * (1 - 1 / size(at)) * one);
      const moved = (/** @type {number} */ k, /** @type {number} */ by) =>
        x.map((one, i) => (i === k ? one + by : one));
      const measured = x.flatMap((_, k) =>
        force(moved(k, 1e-5)).map((one, i) => (one - (force(moved(k, -1e-5))[i] ?? 0)) / 2e-5),
      );
      const by = (/** @type {number} */ power) =>
        apart(
          measured,
          x.flatMap((a, k) =>
            x.map((b, i) => 10 * ((i === k ? 1 - 1 / l : 0) + (a * b) / l ** power)),
          ),
        );
      return [by(1), by(3)];
    },
  },
  {
    id: 'S2-2',
    text: 'springs',
    lesson: 'stiffness',
    what: {
      en: 'On the way to it, the length stands squared.',
      ko: '그 중간 단계에는 길이의 제곱이 있습니다.',
    },
    printed:
      '\\frac{\\partial}{\\partial x}\\left(1 - \\frac{l_0}{l}\\right) = \\frac{l_0}{l}\\,\\frac{\\partial l}{\\partial x}',
    corrected:
      '\\frac{\\partial}{\\partial x}\\left(1 - \\frac{l_0}{l}\\right) = \\frac{l_0}{l^2}\\,\\frac{\\partial l}{\\partial x}',
    measured: { en: 'difference to the measured derivative', ko: '실제로 잰 미분과의 차이' },
    errors() {
      const x = [1.2, -0.7, 0.4];
      const l = size(x);
      const part = (/** @type {number} */ t) => [1 - 1 / size([t, x[1], x[2]])];
      const measured = rateOf(part, 1.2)[0];
      const slope = 1.2 / l;
      return [Math.abs(slope / l - measured), Math.abs(slope / l ** 2 - measured)];
    },
  },
  {
    id: 'S2-3',
    text: 'springs',
    lesson: 'stiffness',
    what: {
      en: 'In the implicit step the change of velocity is multiplied by the derivative J too.',
      ko: '암시적 스텝에서는 속도의 변화에도 미분 J가 곱해집니다.',
    },
    printed: '\\Delta v = h M^{-1}(f + h J v) + h^2 M^{-1} \\Delta v',
    corrected: '\\Delta v = h M^{-1}(f + h J v) + h^2 M^{-1} J\\, \\Delta v',
    measured: {
      en: 'how far the step is from solving its equation, m/s',
      ko: '구한 속도가 식에서 벗어난 정도, m/s',
    },
    errors() {
      const [k, m, h, x, v] = [40, 1, 0.1, 1, 0.5];
      const rest = (/** @type {number} */ factor) => {
        const change = ((h / m) * (-k * x - h * k * v)) / (1 - (h * h * factor) / m);
        return Math.abs(change - (h / m) * -k * (x + h * (v + change)));
      };
      return [rest(1), rest(-k)];
    },
  },
  {
    id: 'S2-4',
    text: 'springs',
    lesson: 'stiffness',
    what: {
      en: 'The matrix of an implicit step has a minus before the derivative of the force.',
      ko: '암시적 방법의 행렬에서 힘의 미분 앞에는 빼기가 있습니다.',
    },
    printed: 'A = M + h^2 J',
    corrected: 'A = M - h^2 J',
    measured: {
      en: 'how far the step is from solving its equation, m/s',
      ko: '구한 속도가 식에서 벗어난 정도, m/s',
    },
    errors() {
      const [k, m, h, x, v] = [40, 1, 0.1, 1, 0];
      const rest = (/** @type {number} */ sign) => {
        const change = (h * (-k * x) + h * h * -k * v) / (m + sign * h * h * -k);
        return Math.abs(v + change - (v + (h * -k * (x + h * (v + change))) / m));
      };
      return [rest(1), rest(-1)];
    },
  },
  {
    id: 'S2-5',
    text: 'springs',
    lesson: 'stiffness',
    what: {
      en: 'The listing multiplies each block by the velocity of the wrong end, and all of it cancels.',
      ko: '목록은 블록마다 반대쪽 끝의 속도를 곱하게 되어 있어서, 모두 지워집니다.',
    },
    printed:
      '\\begin{gathered} b_i \\mathrel{+}= h^2 J_{ij}\\, v_i \\\\[1ex] b_j \\mathrel{+}= h^2 J_{ij}\\, v_j \\end{gathered}',
    corrected:
      '\\begin{gathered} b_i \\mathrel{+}= h^2 J_{ij}\\, v_j \\\\[1ex] b_j \\mathrel{+}= h^2 J_{ij}\\, v_i \\end{gathered}',
    measured: {
      en: 'difference to the measured change of the force, N/s',
      ko: '실제로 잰 힘의 변화와의 차이, N/s',
    },
    errors() {
      // One spring on a line, k = 50 and l0 = 1: the block for the other end is +k, for its own end −k.
      const [k, xi, xj, vi, vj] = [50, 0, 1.4, 0.3, -0.8];
      const force = (/** @type {number} */ t) => [k * (xj + t * vj - xi - t * vi - 1)];
      const measured = rateOf(force, 0)[0];
      return [Math.abs(-k * vi + k * vi - measured), Math.abs(-k * vi + k * vj - measured)];
    },
  },
  {
    id: 'S2-6',
    text: 'springs',
    lesson: 'inequalities',
    what: {
      en: 'Each sweep of Jacobi begins from the same right-hand side. Added up over the sweeps, it grows without end.',
      ko: '야코비의 각 되풀이는 같은 우변에서 시작합니다. 되풀이하면서 더해 가면 끝없이 커집니다.',
    },
    printed: 'b \\leftarrow b - R\\,\\Delta v \\qquad \\Delta v \\leftarrow D^{-1} b',
    corrected: '\\Delta v \\leftarrow D^{-1}(b - R\\,\\Delta v)',
    measured: {
      en: 'error after 60 sweeps of a system of two',
      ko: '미지수 두 개를 60번 되풀이한 뒤의 오차',
    },
    errors() {
      const [d, r, b] = [[4, 3], 1, [1, 2]];
      const exact = [1 / 11, 7 / 11];
      const sweep = (/** @type {boolean} */ restarts) => {
        let v = [0, 0];
        let sum = b;
        for (let i = 0; i < 60; i++) {
          sum = along(restarts ? b : sum, [r * (v[1] ?? 0), r * (v[0] ?? 0)], -1);
          v = sum.map((one, k) => one / (d[k] ?? 1));
        }
        return apart(v, exact);
      };
      return [sweep(false), sweep(true)];
    },
  },
  {
    id: 'S2-7',
    text: 'springs',
    lesson: 'stiffness',
    what: {
      en: 'A damper in a spring acts along the spring. One that acts on the whole relative velocity also brakes a net that only turns.',
      ko: '스프링의 감쇠는 스프링 방향으로만 작용합니다. 상대 속도 전체에 작용하면 그저 돌고 있는 그물까지 늦춥니다.',
    },
    printed: 'f_i = -c\\,(v_i - v_j)',
    corrected: 'f_i = -c\\,\\big((v_i - v_j) \\cdot n\\big)\\, n',
    measured: {
      en: 'torque of the pair on itself, N m',
      ko: '두 질량이 스스로에게 주는 토크, N m',
    },
    errors() {
      const [x, v] = [
        [0.6, -0.3, 0.8],
        [0.4, 1.1, -0.2],
      ];
      const n = scaled(x, 1 / size(x));
      const torque = (/** @type {any} */ f) => size(cross(x, f));
      return [torque(scaled(v, -0.7)), torque(scaled(n, -0.7 * dot(v, n)))];
    },
  },
  {
    id: 'S2-8',
    text: 'springs',
    lesson: 'stiffness',
    what: {
      en: 'The derivative of the damping force has its plus for the other end’s velocity.',
      ko: '감쇠력의 미분이 양수인 것은 다른 쪽 끝의 속도로 미분할 때입니다.',
    },
    printed: '\\frac{\\partial}{\\partial v_i}\\big({-c}\\,(v_i - v_j)\\big) = +c\\,1',
    corrected: '\\frac{\\partial}{\\partial v_j}\\big({-c}\\,(v_i - v_j)\\big) = +c\\,1',
    measured: {
      en: 'difference to the measured derivative, c = 0.3',
      ko: '실제로 잰 미분과의 차이, c = 0.3',
    },
    errors() {
      const c = 0.3;
      const force = (/** @type {number} */ vi, /** @type {number} */ vj) => [-c * (vi - vj)];
      const [own] = rateOf((t) => force(t, 0.4), 1);
      const [other] = rateOf((t) => force(1, t), 0.4);
      return [Math.abs(own - c), Math.abs(other - c)];
    },
  },
  {
    id: 'S2-9',
    text: 'springs',
    lesson: 'claims',
    what: {
      en: 'A hat went missing in the copy: the rate of the length takes the direction of unit length.',
      ko: '사본에서 모자 기호가 사라졌습니다. 길이의 변화율에는 길이가 1인 방향이 들어갑니다.',
    },
    printed: '\\frac{dl}{dt} = x_{ji}^T v_{ji}',
    corrected: '\\frac{dl}{dt} = \\hat x_{ji}^T v_{ji}',
    measured: { en: 'difference to the measured rate, m/s', ko: '실제로 잰 변화율과의 차이, m/s' },
    errors() {
      const [x, v] = [
        [0.6, -0.3, 0.8],
        [0.4, 1.1, -0.2],
      ];
      const [measured] = rateOf((t) => [size(along(x, v, t))], 0);
      return [Math.abs(dot(x, v) - measured), Math.abs(dot(x, v) / size(x) - measured)];
    },
  },
  {
    id: 'S2-19',
    text: 'springs',
    lesson: 'falling',
    what: {
      en: 'The longest stable step of symplectic Euler is 2/ω.',
      ko: '심플렉틱 오일러가 안정한 가장 긴 간격은 2/ω입니다.',
    },
    printed: 'h_c = \\frac{2\\pi}{\\omega}',
    corrected: 'h_c = \\frac{2}{\\omega}',
    measured: { en: 'error of the longest stable ωh', ko: '안정한 가장 큰 ωh의 오차' },
    errors() {
      // A step multiplies (x, v) by a matrix of determinant 1 and trace 2 - (ωh)²: stable while that is within ±2.
      let [low, high] = [0.1, 10];
      for (let i = 0; i < 60; i++) {
        const middle = (low + high) / 2;
        if (Math.abs(2 - middle * middle) <= 2) low = middle;
        else high = middle;
      }
      return [Math.abs(2 * Math.PI - low), Math.abs(2 - low)];
    },
  },
  {
    id: 'S2-20',
    text: 'springs',
    lesson: 'claims',
    what: {
      en: 'Where two methods are averaged, both must know of gravity. Else everything falls at half of it.',
      ko: '두 방법을 평균한다면 둘 다 중력을 알아야 합니다. 그렇지 않으면 모든 것이 절반의 중력으로 떨어집니다.',
    },
    printed: 'b = \\tfrac12 (b + \\phi), \\quad \\phi = \\sum \\phi_{ij}',
    corrected: 'b = \\tfrac12 (b + \\phi), \\quad \\phi = \\sum \\phi_{ij} + f_{ext}\\, h',
    measured: {
      en: 'error of the acceleration of a free point, over g',
      ko: '자유로운 점의 가속도 오차, g에 대한 비',
    },
    errors() {
      const [g, h] = [9.81, 0.01];
      const fall = (/** @type {number} */ phi) => Math.abs((h * g + phi) / 2 / h / g - 1);
      return [fall(0), fall(g * h)];
    },
  },
  {
    id: 'S2-21',
    text: 'springs',
    lesson: 'stiffness',
    what: {
      en: 'One linearized implicit step is not stable for every spring: a pressed one has a negative stiffness across. Holonom leaves that part out.',
      ko: '한 번 선형화한 암시적 스텝이 언제나 안정한 것은 아닙니다. 눌린 스프링은 옆 방향의 강성이 음수입니다. Holonom은 그 부분을 뺍니다.',
    },
    printed: 'A_\\perp = m + 2 h^2 k \\left(1 - \\tfrac{l_0}{l}\\right)',
    corrected: 'A_\\perp = m + 2 h^2 k \\max\\left(0,\\ 1 - \\tfrac{l_0}{l}\\right)',
    measured: {
      en: 'how far below zero the smallest eigenvalue of A is, pressed by 20 %, kg',
      ko: '20 % 눌렸을 때 A의 가장 작은 고윳값이 0보다 얼마나 작은지, kg',
    },
    errors() {
      const [k, h, m, ratio] = [1e5, 0.01, 1, 0.8]; // ratio = l / l0
      const across = (/** @type {number} */ share) => m + 2 * h * h * k * share;
      const below = (/** @type {number} */ value) => Math.max(0, -value);
      return [below(across(1 - 1 / ratio)), below(across(Math.max(0, 1 - 1 / ratio)))];
    },
  },
];
