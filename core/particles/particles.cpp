#include "particles/particles.h"

#include "base/fields.h"

namespace holonom {

int Particles::add(const std::vector<Quad>& points) {
  const int first = size();
  positions.insert(positions.end(), points.begin(), points.end());
  positions.push_back({});
  previous.resize(positions.size());
  velocities.resize(positions.size());
  accelerations.resize(positions.size());
  return first;
}

void Particles::remove(int first, int count) {
  for (auto* v : {&positions, &previous, &velocities, &accelerations})
    v->erase(v->begin() + first, v->begin() + first + count + 1);
}

void predict(Particles& p, int first, int count, Vec3 gravity, float decay, float h) {
  const float keep = 1 / (1 + h * decay);
  for (int i = first; i < first + count; ++i) {
    Quad &x = p.positions[i], &v = p.velocities[i];
    p.previous[i] = x;
    if (x.w == 0) continue;
    const Vec3 next = keep * (v.xyz() + h * (gravity + p.accelerations[i].xyz()));
    v.setXyz(next);
    x.setXyz(x.xyz() + h * next);
  }
}

void updateVelocities(Particles& p, int first, int count, float h) {
  const float rate = 1 / h;
  for (int i = first; i < first + count; ++i) {
    const Quad& x = p.positions[i];
    Quad& v = p.velocities[i];
    // The predicted velocity plus what the constraints changed: a difference of positions alone
    // would round at every substep, far from the origin by more than gravity adds.
    const Vec3 predicted = p.previous[i].xyz() + h * v.xyz();
    v.setXyz(x.w == 0 ? Vec3{} : v.xyz() + rate * (x.xyz() - predicted));
  }
}

void holdWithinBounds(Particles& p, int first, int count) {
  const float most = float(kLargest);
  const auto within = [&](Vec3 v) {
    return abs(v.x) <= most && abs(v.y) <= most && abs(v.z) <= most;
  };
  for (int i = first; i < first + count; ++i) {
    if (within(p.positions[i].xyz()) && within(p.velocities[i].xyz())) continue;
    p.positions[i].setXyz(p.previous[i].xyz());
    p.velocities[i].setXyz({});
  }
}

}  // namespace holonom
