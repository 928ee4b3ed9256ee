#include "world/solid_builder.h"

#include <algorithm>
#include <cmath>

#include "constraints/coloring.h"

namespace holonom {

namespace {

/// Compliances that the projection can divide by h² in single precision.
constexpr float kSoftest = 1e20f;

/// Writes `kSolidRest` numbers.
void writeRest(const TetrahedronEdges& edges, float* out) {
  const auto& [a, b, c] = edges;
  const double sixfold = edges.sixfoldVolume();
  const Vec3d rows[3] = {cross(b, c), cross(c, a), cross(a, b)};
  for (const Vec3d& row : rows)
    for (const double number : {row.x, row.y, row.z}) *out++ = float(number / sixfold);
  *out = float(std::sqrt(sixfold / 6));
}

/// Lamé's moduli [Pa].
struct Moduli {
  double shear, first;  // μ, λ

  explicit Moduli(const ParticleDef& def) {
    const double e = def.youngsModulus, nu = def.poissonRatio;
    shear = e / (2 * (1 + nu));
    first = e * nu / ((1 + nu) * (1 - 2 * nu));
  }
};

template <class C>
void addTetrahedra(const TetrahedraDef& solid, const std::vector<Quad>& points,
                   ParticleBatches& batches) {
  std::vector<ConstraintInput<C>> inputs;
  inputs.reserve(solid.indices.size() / 4);
  for (size_t t = 0; t < solid.indices.size(); t += 4) {
    ConstraintInput<C>& input = inputs.emplace_back();
    for (size_t k = 0; k < 4; ++k) input.particles[k] = int32_t(solid.indices[t + k]);
    writeRest(edgesAt(solid, t), input.rest.data());
  }
  buildBatch(inputs, points, batches.one<C>());
}

}  // namespace

Result<TetrahedraDef> solidOf(const ParticleDef& def) {
  TetrahedraDef solid = def.lattice ? tetrahedraOf(*def.lattice) : *def.tetrahedra;
  if (def.tetrahedra)
    if (Status bad = checkTetrahedra(solid, "tetrahedra")) return *bad;
  if (Status bad = orient(solid, "tetrahedra")) {
    if (def.lattice) bad->path = "lattice.size";
    return *bad;
  }
  return solid;
}

std::vector<double> solidMasses(const TetrahedraDef& solid, const ParticleDef& def) {
  std::vector<double> masses(solid.vertices.size() / 3, 0);
  double total = 0;
  for (size_t t = 0; t < solid.indices.size(); t += 4) {
    const double volume = edgesAt(solid, t).sixfoldVolume() / 6;
    total += volume;
    for (size_t k = 0; k < 4; ++k) masses[solid.indices[t + k]] += volume / 4;
  }
  // A vertex of no tetrahedron has the mean.
  const double mean = total / double(masses.size());
  double sum = 0;
  for (double& m : masses) {
    if (m == 0) m = mean;
    sum += m;
  }
  const double density = def.mass ? double(*def.mass) / sum : double(def.density);
  for (double& m : masses) m *= density;
  return masses;
}

void addElasticity(const TetrahedraDef& solid, const ParticleDef& def,
                   const std::vector<Quad>& points, ParticleBatches& batches) {
  const bool isGreen = def.model == SolidModel::SaintVenantKirchhoff;
  const auto add =
      isGreen ? addTetrahedra<StrainTetrahedron> : addTetrahedra<DeviatoricTetrahedron>;
  add(solid, points, batches);
  if (!(Moduli(def).first > 0)) return;
  const auto addVolume =
      isGreen ? addTetrahedra<DilatationTetrahedron> : addTetrahedra<HydrostaticTetrahedron>;
  addVolume(solid, points, batches);
}

void applyModuli(const ParticleDef& def, ParticleBatches& batches) {
  const Moduli moduli(def);
  const auto compliance = [](double modulus) { return min(float(1 / modulus), kSoftest); };
  batches.one<DeviatoricTetrahedron>().compliance = compliance(moduli.shear);
  batches.one<StrainTetrahedron>().compliance = compliance(moduli.shear);
  batches.one<HydrostaticTetrahedron>().compliance = compliance(moduli.first);
  batches.one<DilatationTetrahedron>().compliance = compliance(moduli.first);
}

}  // namespace holonom
