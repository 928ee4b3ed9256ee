// Vector and rotation types of arguments and results, and branded ids of objects.

/** Two numbers: x, y. */
export type Vec2 = [x: number, y: number];
/** Three numbers: x, y, z. */
export type Vec3 = [x: number, y: number, z: number];
/** A unit quaternion: x, y, z, w (as in Three.js and glTF). */
export type Quat = [x: number, y: number, z: number, w: number];

/** Read-only at every depth: getters return copies, so a value written into one would be lost. */
export type DeepReadonly<Value> = { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> };

type TypedVector =
  | Float32Array
  | Float64Array
  | Int8Array
  | Int16Array
  | Int32Array
  | Uint8Array
  | Uint8ClampedArray
  | Uint16Array
  | Uint32Array;

/** `[x, y]`, a `number[]`, a typed array of 2, or an object with x and y. */
export type Vec2Like =
  | readonly [x: number, y: number]
  | readonly number[]
  | TypedVector
  | { readonly x: number; readonly y: number };
/** `[x, y, z]`, a `number[]`, a typed array of 3, or an object with x, y and z, such as a `THREE.Vector3`. */
export type Vec3Like =
  | readonly [x: number, y: number, z: number]
  | readonly number[]
  | TypedVector
  | { readonly x: number; readonly y: number; readonly z: number };
/** `[x, y, z, w]`, a `number[]`, a typed array of 4, or an object with x, y, z and w, such as a `THREE.Quaternion`. */
export type QuatLike =
  | readonly [x: number, y: number, z: number, w: number]
  | readonly number[]
  | TypedVector
  | { readonly x: number; readonly y: number; readonly z: number; readonly w: number };

/**
 * Order of Euler angles: three successive rotations, each about an axis of the body as rotated so far (intrinsic).
 * The same orders as `THREE.Euler`, in lower case.
 */
export type EulerOrder =
  | 'xyz'
  | 'xzy'
  | 'yxz'
  | 'yzx'
  | 'zxy'
  | 'zyx'
  | 'xyx'
  | 'xzx'
  | 'yxy'
  | 'yzy'
  | 'zxz'
  | 'zyz';

/** A rotation: a quaternion, or another form under its name. Angles in rad. */
export type RotationLike =
  | QuatLike
  | {
      /**
       * Euler angles: three successive rotations about the body's axes. `gimbalLock` is written by conversions and
       * ignored on input.
       */
      readonly euler: {
        readonly order: EulerOrder;
        readonly angles: Vec3Like;
        readonly gimbalLock?: boolean;
      };
    }
  | {
      /** Rotation by `angle` about `axis`, of any length but zero. */
      readonly axisAngle: { readonly axis: Vec3Like; readonly angle: number };
    }
  | {
      /** Rotation vector: axis times angle. */
      readonly rotationVector: Vec3Like;
    }
  | {
      /** Rotation matrix, nine numbers in row-major order. Replaced by the nearest rotation. */
      readonly matrix: ArrayLike<number>;
    }
  | {
      /** Rotation about z, in the xy plane. */
      readonly angle: number;
    };

declare const brand: unique symbol;

/** Id of an object: index and generation in 32 bits. Ids of different kinds have different types. */
export type Id<Kind extends string> = number & { readonly [brand]: Kind };
/** An id, or a number from a list of ids, but not an id of another kind. */
export type IdLike<Kind extends string> = Id<Kind> | (number & { readonly [brand]?: never });
/** Id of a {@link Body}. */
export type BodyId = Id<'body'>;
/** Id of a {@link Joint}. */
export type JointId = Id<'joint'>;
/** Id of a {@link Cloth}. */
export type ClothId = Id<'cloth'>;
/** Id of a {@link Rope}. */
export type RopeId = Id<'rope'>;
/** Id of {@link Grains}. */
export type GrainsId = Id<'grains'>;
/** Id of a {@link SoftBody}. */
export type SoftBodyId = Id<'softBody'>;
/** Id of a {@link Rod}. */
export type RodId = Id<'rod'>;
/** Id of a {@link SpringNetwork}. */
export type SpringNetworkId = Id<'springNetwork'>;
/** Id of a {@link Force}. */
export type ForceId = Id<'force'>;
/** Id of an {@link Attachment}. */
export type AttachmentId = Id<'attachment'>;
/** Id of a {@link Grab}. */
export type GrabId = Id<'grab'>;
