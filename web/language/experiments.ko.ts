// What experiments and claims say in Korean, by the English words.
export const experimentsInKorean: Readonly<Record<string, string>> = {
  // Set-ups.
  'level, two corners pinned': '수평, 두 모서리 고정',
  'hanging from two corners': '두 모서리에 매달림',
  'level, four corners pinned': '수평, 네 모서리 고정',
  'hanging from the top row': '윗줄에 매달림',
  'as B, pulled down and out at the bottom and released':
    'B와 같되 아래를 당겨 내리고 끌어낸 뒤 놓음',
  'as A, crumpled by 45 % of a spring': 'A와 같되 스프링의 45 %만큼 구김',
  'free, weightless, crumpled by 20 % of a spring': '자유롭고 무게 없음, 스프링의 20 %만큼 구김',

  // Parts of the names of methods.
  'half the impulse': '충격량 절반',
  '0.2 implicit': '음함수 0.2',
  '0.8 implicit': '음함수 0.8',
  '1 sweep': '훑기 1번',
  '5 sweeps': '훑기 5번',
  unclamped: '압축 그대로',
  'tolerance 1e-4': '허용 오차 1e-4',
  'tolerance 1e-6': '허용 오차 1e-6',
  'tolerance 1e-8': '허용 오차 1e-8',
  'tolerance 1e-13': '허용 오차 1e-13',
  'as printed': '인쇄된 대로',
  'inverts a dense matrix: about a minute and a half at 40 × 40':
    '조밀 행렬의 역을 구합니다. 40 × 40에서 1분 반쯤 걸립니다',

  // Tables.
  'the largest stiffness that survives 10 s, in N/m': '10 s를 버티는 가장 큰 강성, N/m',
  kg: 'kg',
  κ_max: 'κ_max',
  'κ_max is': 'κ_max의 뜻',
  edge: '버팀의 경계',
  ceiling: '시도한 가장 큰 값 (모두 버팀)',
  'largest surviving': '버틴 가장 큰 값',
  published: '발표된 값',
  'seconds per step at κ = 1000 N/m, 1 kg a node, and ratios to Euler':
    'κ = 1000 N/m, 절점마다 1 kg에서 스텝마다의 초, 그리고 오일러에 대한 비',
  nodes: '절점',
  's/step': 's/스텝',
  'ratio to Euler': '오일러에 대한 비',
  'steps of h = 0.01 s as multiples of h_c; published: "stable at 2, 6 and 8 h_c"':
    'h = 0.01 s 스텝을 h_c의 배수로. 발표된 말: “2, 6, 8 h_c에서 안정”',
  'h/h_c': 'h/h_c',
  κ: 'κ',
  stable: '안정',
  'failed after s': '실패까지 s',
  'springs idle': '쉬는 스프링',
  'fall / free fall': '낙하 / 자유 낙하',
  'observed order, and change of the energy over 10⁴ steps of 0.04 periods':
    '관측한 차수, 그리고 0.04 주기 스텝 10⁴번 동안의 에너지 변화',
  order: '차수',
  'order, damped': '차수, 감쇠',
  theory: '이론',
  'energy drift': '에너지 변화',
  'free fall of an unpinned net in its own plane: the fraction of g that arrives':
    '고정하지 않은 그물이 제 평면 안에서 자유 낙하: 전해지는 g의 비율',
  'of g': '× g',
  'other program': '다른 프로그램',
  'a net of structural, shear and bending springs that hangs from two corners, κ = 10000 N/m, 1 kg a node':
    '두 모서리에 매달린, 구조·전단·굽힘 스프링의 그물, κ = 10000 N/m, 절점마다 1 kg',
  springs: '스프링',
  iterations: '반복',
  best: '가장 빠름',
  's/node': 's/절점',
  growth: '늘어남',
  'memory bound s': '메모리 한계 s',
  yes: '예',
  no: '아니요',
  failed: '실패',

  // Verdicts and figures of claims.
  reproduces: '재현됨',
  'reproduces in part': '일부 재현됨',
  'does not reproduce': '재현되지 않음',
  'dense inverse': '조밀한 역행렬',
  'conjugate gradients': '켤레 기울기',
  never: '실패하지 않음',
  some: '있음',
  none: '없음',

  // Claims, where they are made, and why they hold or do not.
  'table 1': '표 1',
  'table 1, its second row over its first': '표 1, 둘째 줄을 첫째 줄로 나눈 값',
  'table 2': '표 2',
  'figure 2': '그림 2',
  'figure 3': '그림 3',
  'algorithms 1 to 6': '알고리즘 1–6',
  'taken for granted by table 1': '표 1이 당연하게 여기는 것',
  'Euler’s method carries springs of up to 5,690 N/m, or 11,250 N/m with nodes of 2 kg.':
    '오일러 방법은 5,690 N/m까지, 절점이 2 kg이면 11,250 N/m까지의 스프링을 견딘다.',
  'The figures are those of the semi-implicit method, which moves positions with the new velocities, on a net of structural and shear springs. Where such a net hangs or lies still, the limit is the same; a violent or crumpled start lowers it. The explicit method, which the study derives first, fails at the softest net that was tried.':
    '이 값은 구조 스프링과 전단 스프링의 그물에서, 새 속도로 위치를 옮기는 반음함수 방법의 값입니다. 그런 그물이 매달리거나 가만히 놓인 곳에서는 한계가 같고, 거칠거나 구겨진 시작은 한계를 낮춥니다. 연구가 먼저 유도한 양함수 방법은 시험한 가장 무른 그물에서도 실패합니다.',
  'The harmonic method carries a third more than Euler: 7,500 and 15,100 N/m.':
    '조화 방법은 오일러보다 3분의 1을 더 견딘다: 7,500 및 15,100 N/m.',
  'With half the impulse, as printed, it goes a little further than the table says, in every set-up. But half the impulse is half the stiffness: with the whole impulse, which moves a pair of masses exactly, it carries less than Euler. The gain is that of softer springs.':
    '인쇄된 대로 충격량의 절반을 쓰면 모든 배치에서 표보다 조금 더 갑니다. 그러나 절반의 충격량은 절반의 강성입니다. 두 질량을 정확히 움직이는 온전한 충격량으로는 오일러보다 덜 견딥니다. 얻은 것은 스프링이 물러져서 얻은 것입니다.',
  'One Jacobi sweep carries 62,500 and 149,000 N/m.':
    '야코비 훑기 한 번은 62,500 및 149,000 N/m를 견딘다.',
  'The figure for 1 kg is met in set-up A, the level net with two corners pinned. The one for 2 kg is not, and elsewhere the limit lies far below or far above: it tells how the net starts more than what the method is.':
    '1 kg의 값은 배치 A, 두 모서리를 고정한 수평 그물에서 맞습니다. 2 kg의 값은 맞지 않고, 다른 배치에서는 한계가 훨씬 아래나 훨씬 위에 있습니다. 이 값은 방법보다 그물의 시작을 더 말해 줍니다.',
  'The implicit method carries up to 950,000 and 1,910,000 N/m.':
    '음함수 방법은 950,000 및 1,910,000 N/m까지 견딘다.',
  'There is no such threshold. In gentle set-ups nothing fails until far beyond the printed figures. Where springs are compressed, M − h²J stops being positive definite and single stiffnesses fail here and there, with others that survive above them. So it comes that in set-up E, and there alone, the first failure lies near the printed figure. Leave the term that does it out where a spring is compressed, and no stiffness that was tried fails.':
    '그런 문턱은 없습니다. 온순한 배치에서는 인쇄된 값을 훨씬 넘을 때까지 아무것도 실패하지 않습니다. 스프링이 눌리는 곳에서는 M − h²J가 양의 정부호가 아니게 되어 몇몇 강성이 드문드문 실패하고, 그 위의 다른 강성은 버팁니다. 그래서 배치 E에서만은 첫 실패가 마침 인쇄된 값 가까이에 있습니다. 스프링이 눌린 곳에서 그 항을 빼면 시험한 어느 강성도 실패하지 않습니다.',
  'The hybrid method carries 65,000,000 and 950,000,000 N/m, more than the implicit one.':
    '혼합 방법은 65,000,000 및 950,000,000 N/m로 음함수 방법보다 더 견딘다.',
  'The first failure comes earlier, in every set-up, with windows of survival above it that a search can land in. It comes before that of the implicit method in all but the most crumpled one.':
    '모든 배치에서 첫 실패가 더 일찍 오고, 그 위에는 탐색이 걸려들 수 있는 버티는 구간들이 있습니다. 가장 심하게 구겨진 배치를 뺀 모두에서 음함수 방법보다 먼저 실패합니다.',
  'Twice the mass carries 2.0, 2.0, 2.4, 2.0 and 14.6 times the stiffness.':
    '질량이 두 배면 강성의 2.0, 2.0, 2.4, 2.0, 14.6배를 견딘다.',
  'Motion depends on κ/m and c/m alone: twice the mass carries exactly twice the stiffness if damping doubles too, and nearly so if it does not. Euler and harmonic show it, and the Jacobi sweep here, though not in the study. The other two have no threshold to compare: where single stiffnesses fail here and there, a search may stop at any of them, in the study as here.':
    '움직임은 κ/m와 c/m에만 달려 있습니다. 감쇠도 두 배면 질량이 두 배일 때 꼭 두 배의 강성을, 아니어도 거의 두 배를 견딥니다. 오일러와 조화 방법이 그렇고, 야코비 훑기도 여기서는 그렇지만 그 연구에서는 그렇지 않습니다. 나머지 둘에는 견줄 문턱이 없습니다. 강성이 드문드문 실패하는 곳에서는 탐색이 그중 어디서든 멈출 수 있고, 그 연구도 여기도 마찬가지입니다.',
  'The harmonic method is stable at steps of 2, 6 and 8 times the critical time.':
    '조화 방법은 임계 시간의 2, 6, 8배 스텝에서 안정하다.',
  'At whole multiples of h_c the springs between free nodes do nothing, so two masses seem stable there. Springs at pinned nodes and diagonals have other periods and are never at a multiple of theirs at the same time: the net fails, at these steps and just above them.':
    'h_c의 정수배에서는 자유로운 절점 사이의 스프링이 아무 일도 하지 않아 두 질량은 안정해 보입니다. 고정된 절점의 스프링과 대각선은 주기가 달라 동시에 제 주기의 배수가 되는 일이 없습니다. 그물은 이 스텝에서도, 바로 위에서도 실패합니다.',
  'At whole multiples of the critical time the impulse of a spring vanishes.':
    '임계 시간의 정수배에서 스프링의 충격량은 사라진다.',
  'After a whole period an undamped oscillation is where it was, so the impulse over the step is nothing, and the spring is not felt. Every spring that this happens to is counted in a network’s diagnostics.':
    '온전한 한 주기가 지나면 감쇠 없는 진동은 제자리에 있으므로 스텝 동안의 충격량은 없고 스프링은 느껴지지 않습니다. 이렇게 되는 스프링은 그물의 진단에서 모두 셉니다.',
  'The cost of the implicit method grows steeply with the net.':
    '음함수 방법의 비용은 그물과 함께 가파르게 늘어난다.',
  'It does when a dense matrix is inverted at each step, as printed. The matrix is sparse, though, and a step needs one solution, no inverse: by preconditioned conjugate gradients the same equations cost a small multiple of Euler, and grow as the net does. The table is about the dense inverse rather than about the method.':
    '인쇄된 대로 스텝마다 조밀 행렬의 역을 구하면 그렇습니다. 그러나 행렬은 희소하고, 한 스텝에는 역이 아니라 해 하나만 필요합니다. 선조건 켤레 기울기로 같은 식을 풀면 오일러의 몇 배면 되고, 그물이 커지는 만큼만 늘어납니다. 이 표는 방법보다 조밀한 역행렬에 관한 것입니다.',
  'The algorithms work as they are printed.': '알고리즘은 인쇄된 대로 작동한다.',
  'A sign was lost between the derivation, which has M − h²J, and the pseudo-code, which has M + h²J; and the impulse loses the quadrant of an arcsine, so that with damping a stretched pair is pushed apart. As printed, methods that should carry more than Euler carry less. All other figures here use the derived formulas.':
    'M − h²J인 유도와 M + h²J인 의사 코드 사이에서 부호 하나를 잃었고, 충격량은 아크사인의 사분면을 잃어서 감쇠가 있으면 늘어난 쌍을 오히려 밀어냅니다. 인쇄된 대로면 오일러보다 더 견뎌야 할 방법들이 덜 견딥니다. 여기의 다른 값은 모두 유도된 공식을 씁니다.',
  'A method that stays bounded moves the net as it should.':
    '유한하게 머무는 방법은 그물을 옳게 움직인다.',
  'Backward Euler gives a free net all of gravity at any stiffness. Solving for each node alone, or sweeping a few times, does not: internal forces no longer cancel, momentum is lost, and the net falls at a fraction of g that goes to nothing as springs get stiffer. There a large κ_max is the reward for not moving.':
    '후진 오일러는 어떤 강성에서도 자유로운 그물에 중력을 모두 전합니다. 절점마다 따로 풀거나 몇 번만 훑으면 그렇지 않습니다. 내부의 힘이 더는 상쇄되지 않아 운동량을 잃고, 그물은 스프링이 단단할수록 0으로 가는 g의 일부로 떨어집니다. 거기서 큰 κ_max는 움직이지 않은 데 대한 보상입니다.',
};
