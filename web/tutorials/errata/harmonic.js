// Formulas of the study of mass-spring networks: the harmonic impulse of a spring.
import { integral } from './vectors.js';

/** @typedef {import('./index.js').Correction} Correction */

/** A damped swing e^(−a t) sin(w t) from a time T on, and the impulse of its spring in a time h. */
const damped = (() => {
  const [k, a, w, T, h] = [40, 0.9, 6, 0.1, 0.08];
  const impulse = integral((t) => k * Math.exp(-a * (T + t)) * Math.sin(w * (T + t)), h);
  return { k, a, w, T, h, impulse };
})();

/** @type {Correction[]} */
export const harmonic = [
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
    id: 'S2-11',
    text: 'springs',
    lesson: 'claims',
    what: {
      en: 'The impulse of a stretched spring is positive: the two ends of the integral stand the other way round.',
      ko: '늘어난 스프링의 충격량은 양수입니다. 적분의 두 끝이 뒤바뀌어 있습니다.',
    },
    printed: '\\phi = \\frac{kA}{\\omega}\\big[\\cos \\omega(T_0 + h) - \\cos \\omega T_0\\big]',
    corrected: '\\phi = \\frac{kA}{\\omega}\\big[\\cos \\omega T_0 - \\cos \\omega(T_0 + h)\\big]',
    measured: {
      en: 'difference to the integral of the force, N s',
      ko: '힘을 적분한 값과의 차이, N s',
    },
    errors() {
      const [k, w, A, T, h] = [40, 6, 0.3, 0.1, 0.08];
      const truth = integral((t) => k * A * Math.sin(w * (T + t)), h);
      const impulse = ((k * A) / w) * (Math.cos(w * T) - Math.cos(w * (T + h)));
      return [Math.abs(-impulse - truth), Math.abs(impulse - truth)];
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
    id: 'S2-13',
    text: 'springs',
    lesson: 'claims',
    what: {
      en: 'An impulse is divided by the mass once on its way to a velocity.',
      ko: '충격량을 속도로 바꿀 때 질량으로 한 번만 나눕니다.',
    },
    printed:
      '\\begin{gathered} \\phi_i = \\frac{1}{2 m_i} \\sum \\phi + f h \\\\[1ex] \\Delta v_i = \\frac{\\phi_i}{m_i} \\end{gathered}',
    corrected: '\\Delta v_i = \\frac{1}{m_i}\\left(\\sum \\phi + f h\\right)',
    measured: {
      en: 'error of the closing speed of 1 kg and 2.5 kg, m/s',
      ko: '1 kg과 2.5 kg이 다가오는 속도의 오차, m/s',
    },
    errors() {
      const [k, h, stretch, mi, mj] = [50, 0.05, 0.2, 1, 2.5];
      const w = Math.sqrt(k * (1 / mi + 1 / mj));
      const impulse = (k * stretch * Math.sin(w * h)) / w;
      const exact = stretch * w * Math.sin(w * h);
      const twice = impulse / (2 * mi * mi) + impulse / (2 * mj * mj);
      return [Math.abs(twice - exact), Math.abs(impulse / mi + impulse / mj - exact)];
    },
  },
  {
    id: 'S2-14',
    text: 'springs',
    lesson: 'claims',
    what: {
      en: 'The denominator of the damped impulse stands once, before the bracket, and not again in the factor of the step.',
      ko: '감쇠 충격량의 분모는 괄호 앞에 한 번만 있고, 스텝의 인자에 다시 나오지 않습니다.',
    },
    printed: 'C^h = \\frac{e^{-\\alpha h}}{\\alpha^2 + \\omega_d^2}',
    corrected: 'C^h = e^{-\\alpha h}',
    measured: {
      en: 'difference to the integral of the force, N s',
      ko: '힘을 적분한 값과의 차이, N s',
    },
    errors() {
      const { k, a, w, T, h, impulse } = damped;
      const bracket = (/** @type {number} */ t) => a * Math.sin(w * t) + w * Math.cos(w * t);
      const before = (k * Math.exp(-a * T)) / (a * a + w * w);
      const by = (/** @type {number} */ step) => before * (bracket(T) - step * bracket(T + h));
      const step = Math.exp(-a * h);
      return [Math.abs(by(step / (a * a + w * w)) - impulse), Math.abs(by(step) - impulse)];
    },
  },
  {
    id: 'S2-15',
    text: 'springs',
    lesson: 'claims',
    what: {
      en: 'With damping, the amplitude is that of the damped motion: the rate enters together with the decay.',
      ko: '감쇠가 있으면 진폭도 감쇠하는 운동의 것입니다. 변화율은 감쇠율과 함께 들어갑니다.',
    },
    printed: 'A = \\sqrt{\\delta^2 + \\tfrac{\\mu}{k}\\,\\dot\\delta^2}',
    corrected:
      '\\begin{gathered} A = e^{\\alpha T_0} \\sqrt{\\delta^2 + \\left(\\frac{\\dot\\delta + \\alpha\\delta}{\\omega_d}\\right)^2} \\\\[1ex] T_0 = \\tfrac{1}{\\omega_d} \\operatorname{atan2}(\\omega_d\\,\\delta, \\dot\\delta + \\alpha\\delta) \\end{gathered}',
    measured: {
      en: 'error of the extension from which it starts, m',
      ko: '출발하는 늘어남의 오차, m',
    },
    errors() {
      const { k, a, w } = damped;
      const [delta, rate] = [0.3, -0.7];
      const mu = k / (w * w + a * a);
      const T = Math.atan2(w * delta, rate + a * delta) / w;
      const start = (/** @type {number} */ A) => A * Math.exp(-a * T) * Math.sin(w * T);
      const right = Math.exp(a * T) * Math.hypot(delta, (rate + a * delta) / w);
      return [
        Math.abs(start(Math.sqrt(delta ** 2 + (mu / k) * rate ** 2)) - delta),
        Math.abs(start(right) - delta),
      ];
    },
  },
  {
    id: 'S2-16',
    text: 'springs',
    lesson: 'claims',
    what: {
      en: 'The lower end of the damped integral is taken at its own time.',
      ko: '감쇠 적분의 아래 끝에는 그 시각의 값을 넣습니다.',
    },
    printed:
      'e^{+\\alpha T_0}\\big[{-\\alpha} \\sin \\omega_d T_0 - \\omega_d \\cos \\omega_d h\\big]',
    corrected:
      'e^{-\\alpha T_0}\\big[{-\\alpha} \\sin \\omega_d T_0 - \\omega_d \\cos \\omega_d T_0\\big]',
    measured: {
      en: 'difference to the integral of the force, N s',
      ko: '힘을 적분한 값과의 차이, N s',
    },
    errors() {
      const { k, a, w, T, h, impulse } = damped;
      const end = (
        /** @type {number} */ decay,
        /** @type {number} */ t,
        /** @type {number} */ at,
      ) =>
        ((k * Math.exp(decay)) / (a * a + w * w)) * (-a * Math.sin(w * t) - w * Math.cos(w * at));
      const upper = end(-a * (T + h), T + h, T + h);
      return [
        Math.abs(upper - end(a * T, T, h) - impulse),
        Math.abs(upper - end(-a * T, T, T) - impulse),
      ];
    },
  },
  {
    id: 'S2-17',
    text: 'springs',
    lesson: 'claims',
    what: {
      en: 'A damped spring also gives the impulse of its damper.',
      ko: '감쇠 스프링은 댐퍼의 충격량도 줍니다.',
    },
    printed: '\\phi = k \\int_0^h \\delta\\, dt',
    corrected: '\\phi = k \\int_0^h \\delta\\, dt + c\\,\\big(\\delta(h) - \\delta(0)\\big)',
    measured: { en: 'error of the rate after a step, m/s', ko: '한 간격 뒤 변화율의 오차, m/s' },
    errors() {
      const { k, a, w, T, h, impulse } = damped;
      const mu = k / (w * w + a * a);
      const at = (/** @type {number} */ t) => Math.exp(-a * (T + t)) * Math.sin(w * (T + t));
      const rate = (/** @type {number} */ t) =>
        Math.exp(-a * (T + t)) * (w * Math.cos(w * (T + t)) - a * Math.sin(w * (T + t)));
      const damper = 2 * a * mu * (at(h) - at(0));
      const error = (/** @type {number} */ phi) => Math.abs(rate(0) - phi / mu - rate(h));
      return [error(impulse), error(impulse + damper)];
    },
  },
  {
    id: 'S2-18',
    text: 'springs',
    lesson: 'claims',
    what: {
      en: 'A spring that is damped more than critically does not swing. Its motion has hyperbolic functions.',
      ko: '임계보다 크게 감쇠하는 스프링은 흔들리지 않습니다. 그 운동은 쌍곡선 함수입니다.',
    },
    printed: '\\omega_d = \\omega\\sqrt{|1 - \\xi^2|}, \\quad \\sin, \\cos',
    corrected: '\\omega_d = \\omega\\sqrt{\\xi^2 - 1}, \\quad \\sinh, \\cosh',
    measured: {
      en: 'error of the extension after a step, ξ = 3.67, m',
      ko: '한 간격 뒤 늘어남의 오차, ξ = 3.67, m',
    },
    errors() {
      const [w, xi, h, x0, v0] = [5, 3.67, 0.1, 0.3, -0.2];
      const a = xi * w;
      let [x, v] = [x0, v0]; // in 20,000 steps of the midpoint rule
      const dt = h / 20_000;
      for (let i = 0; i < 20_000; i++) {
        const [xm, vm] = [x + (dt / 2) * v, v + (dt / 2) * (-w * w * x - 2 * a * v)];
        [x, v] = [x + dt * vm, v + dt * (-w * w * xm - 2 * a * vm)];
      }
      const wd = w * Math.sqrt(xi * xi - 1);
      const by = (/** @type {number} */ c, /** @type {number} */ s) =>
        Math.abs(Math.exp(-a * h) * (x0 * c + ((v0 + a * x0) / wd) * s) - x);
      return [by(Math.cos(wd * h), Math.sin(wd * h)), by(Math.cosh(wd * h), Math.sinh(wd * h))];
    },
  },
];
