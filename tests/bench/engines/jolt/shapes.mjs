const roundness = 0.05; // of boxes, its own default, less for small ones

function shapeSettings(Jolt, { box, sphere, capsule, hull, mesh }) {
  if (box) {
    const radius = Math.min(roundness, 0.2 * Math.min(...box.halfExtents));
    return new Jolt.BoxShapeSettings(new Jolt.Vec3(...box.halfExtents), radius);
  }
  if (sphere) return new Jolt.SphereShapeSettings(sphere.radius);
  if (capsule) return new Jolt.CapsuleShapeSettings(capsule.halfHeight, capsule.radius);
  return hull ? hullSettings(Jolt, hull) : meshSettings(Jolt, mesh);
}

function hullSettings(Jolt, { points }) {
  const settings = new Jolt.ConvexHullShapeSettings();
  const point = new Jolt.Vec3();
  for (let i = 0; i < points.length; i += 3) {
    point.Set(points[i], points[i + 1], points[i + 2]);
    settings.mPoints.push_back(point);
  }
  return settings;
}

function meshSettings(Jolt, { vertices, indices }) {
  const [points, triangles] = [new Jolt.VertexList(), new Jolt.IndexedTriangleList()];
  points.resize(vertices.length / 3);
  for (let i = 0; i < vertices.length / 3; i++) {
    const point = points.at(i);
    point.x = vertices[3 * i];
    point.y = vertices[3 * i + 1];
    point.z = vertices[3 * i + 2];
  }
  triangles.resize(indices.length / 3);
  for (let i = 0; i < indices.length; i++)
    triangles.at(Math.floor(i / 3)).set_mIdx(i % 3, indices[i]);
  const settings = new Jolt.MeshShapeSettings(points, triangles, new Jolt.PhysicsMaterialList());
  settings.Sanitize();
  return settings;
}

export function shapeOf(Jolt, shapes, { shape: description, density }) {
  if (shapes.has(description)) return shapes.get(description);
  const settings = shapeSettings(Jolt, description);
  if (!description.mesh) settings.mDensity = density;
  const shape = settings.Create().Get();
  if (description.hull) {
    shape.AddRef();
    shapes.set(description, shape);
  }
  return shape;
}
