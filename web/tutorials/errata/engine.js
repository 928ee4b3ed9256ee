// Formulas of the text on writing a physics engine, and of that on constraints.
import { along, apart, cross, dot, rateOf, scaled, size, times, transposed } from './vectors.js';

/** @typedef {import('./index.js').Correction} Correction */
/** @typedef {import('./vectors.js').V} V */

/** @type {Correction[]} */
export const engine = [
  {
    id: 'S0-1',
    text: 'engine',
    lesson: 'rows',
    what: {
      en: 'A row gives its own multiplier to both its bodies. The listing takes the multipliers by the numbers of the bodies.',
      ko: '한 줄은 두 물체에 자기 승수를 줍니다. 목록에는 물체의 번호로 승수를 고르게 되어 있습니다.',
    },
    printed:
      '\\begin{gathered} a_{b_1} \\mathrel{+}= J_{i,1}^T\\,\\lambda_{b_1} \\\\[1ex] a_{b_2} \\mathrel{+}= J_{i,2}^T\\,\\lambda_{b_2} \\end{gathered}',
    corrected:
      '\\begin{gathered} a_{b_1} \\mathrel{+}= J_{i,1}^T\\,\\lambda_i \\\\[1ex] a_{b_2} \\mathrel{+}= J_{i,2}^T\\,\\lambda_i \\end{gathered}',
    measured: { en: 'difference to the full product Jᵀλ', ko: '전체 곱 Jᵀλ와의 차이' },
    errors() {
      // Three rows between two bodies, of one coordinate each.
      const rows = [
        [1, -1],
        [2, 1],
        [-1, 3],
      ];
      const lambda = [2, 5, 1];
      const whole = times(
        transposed(rows),
        lambda.map((one) => [one]),
      ).flat();
      const sparse = (/** @type {(row: number, body: number) => number} */ pick) =>
        [0, 1].map((body) =>
          rows.reduce((sum, row, i) => sum + (row[body] ?? 0) * pick(i, body), 0),
        );
      return [
        apart(
          whole,
          sparse((_, body) => lambda[body] ?? 0),
        ),
        apart(
          whole,
          sparse((row) => lambda[row] ?? 0),
        ),
      ];
    },
  },
  {
    id: 'S0-2',
    text: 'engine',
    lesson: 'rows',
    what: {
      en: 'A row with the fixed world has no second body, so it must ask before it reads one.',
      ko: '고정된 세계와 이어진 줄에는 둘째 물체가 없으므로 읽기 전에 확인해야 합니다.',
    },
    printed: 'd_i = J_{i,1} M_{b_1}^{-1} J_{i,1}^T + J_{i,2} M_{b_2}^{-1} J_{i,2}^T',
    corrected:
      'd_i = J_{i,1} M_{b_1}^{-1} J_{i,1}^T + \\begin{cases} J_{i,2} M_{b_2}^{-1} J_{i,2}^T & b_2 \\ge 0 \\\\ 0 & b_2 = -1 \\end{cases}',
    measured: { en: 'reads outside the list of bodies', ko: '물체 목록 밖을 읽은 횟수' },
    errors() {
      const rows = [
        [0, 1],
        [1, -1],
      ];
      const strays = (/** @type {boolean} */ asks) =>
        rows.flat().filter((body) => !(asks && body < 0) && !(body in [1, 1])).length;
      return [strays(false), strays(true)];
    },
  },
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
    id: 'S0-4',
    text: 'engine',
    lesson: 'contact',
    what: {
      en: 'Where g is an acceleration, the force that carries a body has its mass in it.',
      ko: 'g가 가속도라면 물체를 받치는 힘에는 질량이 들어갑니다.',
    },
    printed: '\\lambda = -g \\cdot n',
    corrected: '\\lambda = -m\\,g \\cdot n',
    measured: {
      en: 'acceleration left to a body of 2.5 kg that rests, m/s²',
      ko: '놓여 있는 2.5 kg 물체에 남는 가속도, m/s²',
    },
    errors() {
      const [g, m] = [-9.81, 2.5];
      const left = (/** @type {number} */ lambda) => Math.abs(g + lambda / m);
      return [left(-g), left(-m * g)];
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
    id: 'S0-6',
    text: 'engine',
    lesson: 'inertia',
    what: {
      en: 'The energy of a spinning body is a sum over its masses.',
      ko: '도는 물체의 에너지는 질량들에 대한 합입니다.',
    },
    printed: 'T = \\tfrac12 \\sum_i \\omega^T \\tilde r_i^T \\tilde r_i\\, \\omega',
    corrected: 'T = \\tfrac12 \\sum_i m_i\\, \\omega^T \\tilde r_i^T \\tilde r_i\\, \\omega',
    measured: { en: 'difference to the sum of ½ m v², J', ko: '½ m v²의 합과의 차이, J' },
    errors() {
      const w = [0.4, -1.1, 0.8];
      const masses = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4].map((m, i) => ({
        m,
        r: [Math.sin(i + 1), Math.cos(2 * i), Math.sin(3 * i)],
      }));
      const energy = (/** @type {(m: number) => number} */ weight) =>
        masses.reduce((sum, { m, r }) => sum + (weight(m) / 2) * size(cross(w, r)) ** 2, 0);
      // From the tensor of inertia, which is another way.
      const angular = masses.reduce(
        (sum, { m, r }) => along(sum, cross(r, cross(w, r)), m),
        [0, 0, 0],
      );
      const truth = dot(w, angular) / 2;
      return [Math.abs(energy(() => 1) - truth), Math.abs(energy((m) => m) - truth)];
    },
  },
  {
    id: 'S0-7',
    text: 'engine',
    lesson: 'inertia',
    what: {
      en: 'A torque changes the angular momentum, and the body turns under it meanwhile: in axes of the body there is one more term.',
      ko: '토크는 각운동량을 바꿉니다. 그동안 물체도 돌기 때문에, 물체의 축에서 쓰면 항이 하나 더 있습니다.',
    },
    printed: 'I\\dot\\omega = \\tau',
    corrected: 'I\\dot\\omega + \\omega \\times I\\omega = \\tau',
    measured: {
      en: 'torque that a free spinning top would need, N m',
      ko: '자유로운 팽이에 있어야 했을 토크, N m',
    },
    errors() {
      // The motion of a free symmetric top is known: its spin goes around its axis.
      const moments = [1, 1, 2];
      const inertia = (/** @type {number[]} */ w) => w.map((one, i) => one * (moments[i] ?? 0));
      const spin = (/** @type {number} */ t) => [Math.cos(1.5 * t), Math.sin(1.5 * t), 1.5];
      const rate = inertia(rateOf(spin, 0.4));
      return [size(rate), size(along(rate, cross(spin(0.4), inertia(spin(0.4)))))];
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
      en: 'A step along the tangent makes a quaternion longer, so it is normalized.',
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
    id: 'S0-11',
    text: 'engine',
    lesson: 'rows',
    what: {
      en: 'A dot went missing in the copy: an arm that turns changes by the cross product, it is not that product.',
      ko: '사본에서 점이 사라졌습니다. 도는 팔은 외적만큼 변하는 것이지, 외적과 같은 것이 아닙니다.',
    },
    printed: 'r_2 = \\omega_2 \\times r_2',
    corrected: '\\dot r_2 = \\omega_2 \\times r_2',
    measured: {
      en: 'difference of the two sides for a turning arm',
      ko: '도는 팔에서 두 변의 차이',
    },
    errors() {
      const arm = (/** @type {number} */ t) => [2 * Math.cos(3 * t), 2 * Math.sin(3 * t), 0.5];
      const turned = cross([0, 0, 3], arm(0.2));
      return [apart(arm(0.2), turned), apart(rateOf(arm, 0.2), turned)];
    },
  },
  {
    id: 'S4-1',
    text: 'constraints',
    lesson: 'rows',
    what: {
      en: 'The impulses of a constraint do no work only where its bias is zero. A bias that moves things also works on them.',
      ko: '제약의 충격량이 일을 하지 않는 것은 보정 속도가 0일 때뿐입니다. 물체를 움직이는 보정은 일도 합니다.',
    },
    printed: 'P^T v_2 = 0',
    corrected: 'P^T v_2 = -\\lambda^T b',
    measured: { en: 'difference of the two sides', ko: '두 변의 차이' },
    errors() {
      const [J, v, inverseMasses, b] = [[1, -2, 0.5], [0.3, 1.2, -0.7], [1, 0.5, 2], 0.4];
      const push = J.map((one, i) => one * (inverseMasses[i] ?? 0));
      const lambda = -(dot(J, v) + b) / dot(J, push);
      const work = dot(scaled(J, lambda), along(v, push, lambda));
      return [Math.abs(work), Math.abs(work + lambda * b)];
    },
  },
];
