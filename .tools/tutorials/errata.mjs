// Formulas that are printed wrongly in texts this course grew from, each with a computation that tells by how much.
/** @typedef {{ en: string, ko: string }} Both */
/**
 * @typedef {object} Correction
 * @property {string} id
 * @property {keyof typeof texts} text
 * @property {Both} what
 * @property {string} printed TeX
 * @property {string} corrected TeX
 * @property {Both} measured what the numbers are
 * @property {() => [printed: number, corrected: number]} errors
 * @property {string} [lesson] where it matters
 */

export const texts = {
  engine: { en: 'A text on writing a physics engine', ko: '물리 엔진을 만드는 글' },
  positions: { en: 'Course notes on position based dynamics', ko: '위치 기반 동역학 강의 노트' },
  springs: { en: 'A study of mass-spring networks', ko: '질량-스프링 그물에 관한 연구' },
};

/** @typedef {number[]} V */
const dot = (/** @type {V} */ a, /** @type {V} */ b) =>
  a.reduce((sum, one, i) => sum + one * (b[i] ?? 0), 0);
const cross = (/** @type {any} */ [a, b, c], /** @type {any} */ [x, y, z]) => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x,
];
const size = (/** @type {V} */ a) => Math.hypot(...a);
const times = (/** @type {V[]} */ a, /** @type {V[]} */ b) =>
  a.map((row) =>
    (b[0] ?? []).map((_, k) =>
      dot(
        row,
        b.map((line) => line[k] ?? 0),
      ),
    ),
  );
const transposed = (/** @type {V[]} */ a) =>
  (a[0] ?? []).map((_, k) => a.map((row) => row[k] ?? 0));
const apart = (/** @type {V} */ a, /** @type {V} */ b) =>
  Math.max(...a.map((one, i) => Math.abs(one - (b[i] ?? 0))));

/** @type {Correction[]} */
export const corrections = [
  {
    id: 'S0-3',
    text: 'engine',
    lesson: 'contact',
    what: {
      en: 'The bias that takes a penetration away is a velocity, so it has the time step below it.',
      ko: '파고든 깊이를 없애는 바이어스는 속도이므로 시간 간격으로 나누어야 합니다.',
    },
    printed: 'v \\cdot n \\ge -\\beta\\,\\varepsilon',
    corrected: 'v \\cdot n \\ge -\\frac{\\beta\\,\\varepsilon}{h}',
    measured: { en: 'penetration left after one step, m', ko: '한 간격 뒤에 남은 깊이, m' },
    errors() {
      const [depth, h] = [-0.01, 1 / 60];
      return [Math.abs(depth + -depth * h), Math.abs(depth + (-depth / h) * h)];
    },
  },
  {
    id: 'S0-5',
    text: 'engine',
    lesson: 'inertia',
    what: {
      en: 'The rate of the inverse inertia is a sum: the product rule has no minus.',
      ko: '역관성의 변화율은 합입니다. 곱의 미분에는 빼기가 없습니다.',
    },
    printed: '\\dot R I^{-1} R^T - R I^{-1} \\dot R^T',
    corrected: '\\dot R I^{-1} R^T + R I^{-1} \\dot R^T',
    measured: { en: 'difference to the measured rate', ko: '실제로 잰 변화율과의 차이' },
    errors() {
      const inverse = [
        [1, 0, 0],
        [0, 0.5, 0],
        [0, 0, 0.25],
      ];
      const turn = (/** @type {number} */ t) => [
        [Math.cos(t), -Math.sin(t), 0],
        [Math.sin(t), Math.cos(t), 0],
        [0, 0, 1],
      ];
      const at = (/** @type {number} */ t) =>
        times(times(turn(t), inverse), transposed(turn(t))).flat();
      const rate = at(0.7 + 1e-5).map((one, i) => (one - (at(0.7 - 1e-5)[i] ?? 0)) / 2e-5);
      const r = turn(0.7);
      const dr = [
        [-Math.sin(0.7), -Math.cos(0.7), 0],
        [Math.cos(0.7), -Math.sin(0.7), 0],
        [0, 0, 0],
      ];
      const first = times(times(dr, inverse), transposed(r)).flat();
      const second = times(times(r, inverse), transposed(dr)).flat();
      const sum = (/** @type {number} */ sign) =>
        first.map((one, i) => one + sign * (second[i] ?? 0));
      return [apart(rate, sum(-1)), apart(rate, sum(1))];
    },
  },
  {
    id: 'S0-8',
    text: 'engine',
    lesson: 'inertia',
    what: {
      en: 'Without a torque the angular momentum is kept, not the angular velocity.',
      ko: '토크가 없을 때 보존되는 것은 각속도가 아니라 각운동량입니다.',
    },
    printed: '\\dot\\omega = I^{-1}\\tau',
    corrected: '\\dot\\omega = I^{-1}(\\tau - \\omega \\times I\\omega)',
    measured: {
      en: 'change of the angular momentum of a free body in 1 s, as a share',
      ko: '자유로운 물체의 각운동량이 1초 동안 변한 비율',
    },
    errors() {
      const moments = [1, 2, 3];
      const scaled = (/** @type {V} */ w) => w.map((one, i) => one * (moments[i] ?? 0));
      // Three axes of the body in the world, and its spin about them, by Runge-Kutta.
      const rate = (/** @type {V} */ s, /** @type {number} */ sign) => {
        const w = s.slice(9);
        const axes = [0, 3, 6].flatMap((i) => cross(s.slice(i, i + 3), w));
        return [...axes, ...cross(w, scaled(w)).map((one, i) => (-sign * one) / (moments[i] ?? 1))];
      };
      const momentum = (/** @type {V} */ s) =>
        [0, 3, 6].map((i) => dot(s.slice(i, i + 3), scaled(s.slice(9))));
      const changed = (/** @type {number} */ sign) => {
        let s = [1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 3];
        const before = momentum(s);
        const ahead = (/** @type {V} */ k, /** @type {number} */ h) =>
          s.map((one, i) => one + h * (k[i] ?? 0));
        for (let i = 0; i < 1000; i++) {
          const k1 = rate(s, sign);
          const k2 = rate(ahead(k1, 5e-4), sign);
          const k3 = rate(ahead(k2, 5e-4), sign);
          const k4 = rate(ahead(k3, 1e-3), sign);
          s = ahead(
            k1.map((one, j) => one + 2 * (k2[j] ?? 0) + 2 * (k3[j] ?? 0) + (k4[j] ?? 0)),
            1e-3 / 6,
          );
        }
        return apart(momentum(s), before) / size(before);
      };
      return [changed(0), changed(1)];
    },
  },
  {
    id: 'S0-9',
    text: 'engine',
    lesson: 'rotations',
    what: {
      en: 'A step along the tangent makes a quaternion longer, so it is normalised.',
      ko: '접선을 따라간 사원수는 길어지므로 정규화해야 합니다.',
    },
    printed: 'q_{n+1} = q_n + \\tfrac{h}{2}\\,\\omega\\,q_n',
    corrected:
      'q_{n+1} = \\frac{q_n + \\frac{h}{2}\\,\\omega\\,q_n}{|q_n + \\frac{h}{2}\\,\\omega\\,q_n|}',
    measured: {
      en: 'error of the length after 1 s at 10 rad/s',
      ko: '10 rad/s로 1초 뒤 길이의 오차',
    },
    errors() {
      const run = (/** @type {boolean} */ kept) => {
        let [y, w] = [0, 1];
        for (let i = 0; i < 60; i++) {
          [y, w] = [y + (10 / 120) * w, w - (10 / 120) * y];
          if (kept) [y, w] = [y, w].map((one) => one / Math.hypot(y, w));
        }
        return Math.abs(Math.hypot(y ?? 0, w ?? 0) - 1);
      };
      return [run(false), run(true)];
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
    id: 'S2-10',
    text: 'springs',
    lesson: 'claims',
    what: {
      en: 'The phase of an oscillation needs both position and speed; the arc sine alone loses the half where the speed is negative.',
      ko: '진동의 위상을 알려면 위치와 속도가 모두 필요합니다. 아크사인만으로는 속도가 음수인 절반을 잃습니다.',
    },
    printed: 'T = \\tfrac1\\omega \\arcsin\\frac{\\delta}{A}',
    corrected:
      'T = \\tfrac1\\omega \\operatorname{atan2}\\left(\\delta, \\frac{\\dot\\delta}{\\omega}\\right)',
    measured: {
      en: 'error of the speed that comes of it, m/s',
      ko: '그 위상으로 구한 속도의 오차, m/s',
    },
    errors() {
      const [w, delta, rate] = [5, 0.3, -1];
      const amplitude = Math.hypot(delta, rate / w);
      const speed = (/** @type {number} */ phase) => amplitude * w * Math.cos(phase);
      return [
        Math.abs(speed(Math.asin(delta / amplitude)) - rate),
        Math.abs(speed(Math.atan2(delta, rate / w)) - rate),
      ];
    },
  },
  {
    id: 'S2-12',
    text: 'springs',
    lesson: 'claims',
    what: {
      en: 'Each of two masses on a spring gets the whole impulse, in opposite directions (Newton’s third law).',
      ko: '스프링 양 끝의 두 질량은 저마다 충격량 전부를 서로 반대 방향으로 받습니다(뉴턴의 셋째 법칙).',
    },
    printed: '\\Delta v_i = \\frac{\\phi}{2 m_i}',
    corrected: '\\Delta v_i = \\frac{\\phi}{m_i}',
    measured: {
      en: 'error of the closing speed after a step, m/s',
      ko: '한 간격 뒤 다가오는 속도의 오차, m/s',
    },
    errors() {
      // Two masses of 1 kg, stiffness 50 N/m, stretched by 0.2 m: the exact motion is a cosine of the reduced mass.
      const [k, h, stretch] = [50, 0.05, 0.2];
      const w = Math.sqrt(2 * k);
      const impulse = (k * stretch * Math.sin(w * h)) / w;
      const exact = stretch * w * Math.sin(w * h);
      return [Math.abs(impulse / 2 + impulse / 2 - exact), Math.abs(2 * impulse - exact)];
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
];

/** What the printed and the corrected formula are off by. @throws if a correction does not correct */
export function checkedCorrections() {
  return corrections.map((correction) => {
    const [printed, corrected] = correction.errors();
    if (!(printed > 1e-3 && corrected < 1e-6))
      throw new Error(`correction ${correction.id}: printed ${printed}, corrected ${corrected}`);
    return { ...correction, errors: { printed, corrected } };
  });
}
