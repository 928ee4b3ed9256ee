// What is set on and read from all constraints of a cloth, between steps.
#include "solvers/oriented_projection.h"
#include "world/cloth.h"
#include "world/rod_builder.h"
#include "world/solid_builder.h"

namespace holonom {

namespace {

template <class C>
double energyOf(const ConstraintBatch<C>& batch, const Quad* x) {
  if (batch.compliance == 0) return 0;
  double sum = 0;
  for (const ConstraintBlock<C>& block : batch.blocks)
    for (int k = 0; k < 4; ++k) {
      Vec3 gradient[C::particleCount];
      const float value = evaluateLane(block, k, x, gradient);
      sum += 0.5 * double(value) * value / batch.compliance;
    }
  return sum;
}

}  // namespace

void applyCompliance(Cloth& cloth) {
  ParticleBatches& all = cloth.batches;
  all.one<ParticleDistance>().compliance = cloth.def.stretchCompliance;
  all.one<DihedralBend>().compliance = cloth.def.bend.compliance;
  all.one<IsometricBend>().compliance = cloth.def.bend.compliance;
  all.one<TriangleArea>().compliance = cloth.def.areaCompliance.value_or(0);
  const StrainDef strain = cloth.def.strain.value_or(StrainDef{});
  all.of<TriangleStretch>()[0].compliance = strain.warpCompliance;
  all.of<TriangleStretch>()[1].compliance = strain.weftCompliance;
  all.one<TriangleShear>().compliance = strain.shearCompliance;
  applyModuli(cloth.def, all);
  applyRodModuli(cloth.def, all);
  auto& seams = all.of<ParticleSeam>();
  for (size_t i = 0; i < seams.size(); ++i) seams[i].compliance = cloth.def.seams[i].compliance;
  cloth.batches.forEach([&](const char*, auto& batch) {
    batch.damping = cloth.def.springDamping;
    batch.stiffness = 1;
    if (cloth.def.stiffness) batch.compliance = 0;
  });
  const VolumeDef volume = cloth.def.volume.value_or(VolumeDef{});
  WideBatch<SurfaceVolume>& enclosed = all.wide<SurfaceVolume>();
  enclosed.ratio = volume.ratio;
  enclosed.compliance = cloth.def.stiffness ? 0 : volume.compliance;
  enclosed.damping = cloth.def.springDamping;
  enclosed.stiffness = 1;
}

void readConstraints(const Cloth& cloth, const Particles& particles, const std::string& kind,
                     ConstraintReadout& out) {
  out = {};
  const Quad* x = particles.positions.data() + cloth.first;
  cloth.batches.forEach([&]<class C>(const char* name, const ConstraintBatch<C>& batch) {
    if (kind != name) return;
    const float h = batch.interval;
    for (const ConstraintBlock<C>& block : batch.blocks)
      for (int k = 0; k < 4; ++k) {
        if (block.index[0][k] == cloth.count) continue;  // an unused lane
        for (int j = 0; j < C::particleCount; ++j)
          out.particles.push_back(uint32_t(block.index[j][k]));
        Vec3 gradient[C::particleCount];
        out.values.push_back(evaluateLane(block, k, x, gradient));
        out.forces.push_back(h > 0 ? -block.lambda[k] / (h * h) : 0);
      }
  });
  cloth.batches.forEachOriented([&]<class C>(const OrientedBatch<C>& batch) {
    if (kind != C::name) return;
    const float h = batch.interval;
    for (const auto& entry : batch.entries) {
      OrientedRows rows;
      evaluateEntry<C>(entry, batch.compliances, particles, cloth.first, rows);
      const float share = h > 0 ? -C::forceShare(entry.rest.data()) / (h * h) : 0;
      for (const int32_t p : entry.particles) out.particles.push_back(uint32_t(p));
      const Vec3 value = toFloat(rows.value), force = share * entry.lambda;
      out.values.insert(out.values.end(), {value.x, value.y, value.z});
      out.forces.insert(out.forces.end(), {force.x, force.y, force.z});
    }
  });
  cloth.batches.forEachWide([&](const char* name, const auto& batch) {
    if (kind != name) return;
    const double h = double(batch.interval);
    for (const int32_t p : batch.particles) out.particles.push_back(uint32_t(p));
    for (int i = 0; i < batch.count(); ++i) {
      out.values.push_back(float(batch.evaluate(i, [&](int32_t p) { return x[p].xyz(); })));
      out.forces.push_back(h > 0 ? float(-batch.lambda[size_t(i)] / (h * h)) : 0);
    }
  });
}

double elasticEnergy(const Cloth& cloth, const Particles& particles) {
  const Quad* x = particles.positions.data() + cloth.first;
  double sum = 0;
  cloth.batches.forEach([&](const char*, const auto& batch) { sum += energyOf(batch, x); });
  cloth.batches.forEachWide([&](const char*, const auto& batch) {
    for (int i = 0; i < batch.count() && batch.compliance > 0; ++i) {
      const double value = batch.evaluate(i, [&](int32_t p) { return x[p].xyz(); });
      sum += 0.5 * value * value / double(batch.compliance);
    }
  });
  if (cloth.def.isRod()) sum += rodEnergy(cloth, particles);
  return sum;
}

}  // namespace holonom
