#pragma once
// Attachments and grabs: what holds points of soft objects, or pulls at anything.
#include <span>
#include <utility>
#include <vector>

#include "base/error.h"
#include "constraints/grab.h"
#include "rigid/bodies.h"
#include "solvers/active_grab.h"
#include "world/point_scene.h"

namespace holonom {

struct Attachment {
  AttachmentDef def;           ///< with the anchor filled in
  Vec3 lambda;                 ///< of the last sweep; / h² is the force on the point [N]
  Vec3 stepLambda;             ///< the sum of those of the substeps
  int weld = -1, anchor = -1;  ///< which of its network's carries it in this substep

  template <class A>
  void archive(A& ar) {
    auto& [def, lambda, stepLambda, weld, anchor] = *this;
    ar(def, lambda, stepLambda);
  }
};

class Ties {
 public:
  Objects<Attachment, AttachmentId> attachments;
  Objects<GrabDef, GrabId> grabs;  ///< with the anchor in the body's axes once added
  std::vector<ActiveGrab> active;  ///< of those, in this step: of bodies that they move

  // Between steps. A definition that is refused may be half filled in; nothing else has changed.
  /// Of an attachment that is to be added; fills in the anchor and weights.
  Status check(const SoftObjects& soft, const Bodies& bodies, AttachmentDef& def) const;
  /// An anchor that is absent is where the point is now.
  static Status placeAnchor(const SoftObjects& soft, const Bodies& bodies, AttachmentDef& def);
  /// Of a grab that is to be added; its anchor goes to the body's axes.
  Status check(const SoftObjects& soft, const Bodies& bodies, GrabDef& def) const;
  /// Those of a rope's points beyond `first` become ties of another rope, which begins there.
  void movePoints(ClothId from, int first, ClothId to);
  /// Where an attachment holds its point now.
  static Vec3 anchorOf(const SoftObjects& soft, const Bodies& bodies, const AttachmentDef& def);

  // In a step, of substeps of h [s].
  /// Tells the collisions of cloth what of it is sewn or tied together.
  void joinCloth(SoftObjects& soft) const;
  /// Grabs of bodies.
  void prepare(const Bodies& bodies, float h);
  /// Before networks move: their nodes go with what holds them, as anchors, welds or pinned.
  void tieNodes(const PointScene& scene, double h);
  /// After that: what bodies get of it.
  void returnImpulses(const PointScene& scene, double h);
  /// Grabs of particles, once their motion is predicted.
  void pullParticles(SoftObjects& soft, float h) const;
  /// Attachments have no impulses yet in a step; nor, but those of nodes, in a substep.
  void beginStep();
  void beginSweeps();
  /// Once motion is predicted: which particles carry a body. While objects are swept, such a
  /// particle weighs as much as both, so that what hangs there is borne by all of the object at
  /// once; then the body gets its share of the momentum.
  void findLoads(const PointScene& scene);
  void takeUpLoads(Particles& particles);
  void passOnLoads(const PointScene& scene, float h);
  /// In each sweep: attachments of particles, and of bodies at pinned nodes.
  void solve(const PointScene& scene, float h);
  /// The nodes that were pinned are free again; impulses add up.
  void endSubstep(SoftObjects& soft);
  /// Nodes lie where bodies have brought them; what was stopped has no impulses.
  void finishStep(SoftObjects& soft, const Bodies& bodies);

  template <class A>
  void archive(A& ar) {
    auto& [attachments, grabs, active, loads_, tied_, heldNodes_] = *this;
    ar(attachments, grabs);
  }

 private:
  /// A body that is attached to a particle.
  struct Load {
    int object, particle, attachment, body;
    float mass;   ///< what the particle feels of the body's [kg]
    Quad before;  ///< of the particle, with its own inverse mass
  };
  std::vector<Load> loads_;                     ///< by object and particle
  std::vector<int32_t> tied_;                   // to each body, of the kind that is counted
  std::vector<std::pair<int, int>> heldNodes_;  // (object, node) that take part as pinned
};

}  // namespace holonom
