// Vectors as they go in and come out, and the branded numbers behind the objects.

/** Two numbers: x, y. */
export type Vec2 = [x: number, y: number];
/** Three numbers: x, y, z. */
export type Vec3 = [x: number, y: number, z: number];
/** A unit quaternion: x, y, z, w (as in Three.js and glTF). */
export type Quat = [x: number, y: number, z: number, w: number];

/** Read only at every depth: what getters give are copies, and what is written into a copy would be lost. */
export type DeepReadonly<Value> = { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> };

type TypedVector = Float32Array | Float64Array;

/** `[x, y]`, also as a `number[]`, a typed array of 2, or anything with x and y. */
export type Vec2Like =
  | readonly [x: number, y: number]
  | readonly number[]
  | TypedVector
  | { readonly x: number; readonly y: number };
/** `[x, y, z]`, also as a `number[]`, a typed array of 3, or anything with x, y and z, such as a `THREE.Vector3`. */
export type Vec3Like =
  | readonly [x: number, y: number, z: number]
  | readonly number[]
  | TypedVector
  | { readonly x: number; readonly y: number; readonly z: number };
/** `[x, y, z, w]`, also as a `number[]`, a typed array of 4, or anything with x, y, z and w, such as a `THREE.Quaternion`. */
export type QuatLike =
  | readonly [x: number, y: number, z: number, w: number]
  | readonly number[]
  | TypedVector
  | { readonly x: number; readonly y: number; readonly z: number; readonly w: number };

/**
 * The axes of three turns in a row, each about the axis of the body as the turns before left it (intrinsic; the same
 * order as `THREE.Euler`, in small letters).
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

/** Any way to write a rotation: a quaternion, or one of the others under its name. All angles in rad. */
export type RotationLike =
  | QuatLike
  | {
      /** Three turns about the body's axes. `gimbalLock` is written by conversions and not read. */
      readonly euler: {
        readonly order: EulerOrder;
        readonly angles: Vec3Like;
        readonly gimbalLock?: boolean;
      };
    }
  | {
      /** A turn by `angle` about `axis`, which may have any length but zero. */
      readonly axisAngle: { readonly axis: Vec3Like; readonly angle: number };
    }
  | {
      /** Axis times angle. */
      readonly rotationVector: Vec3Like;
    }
  | {
      /** A rotation matrix, nine numbers row by row; the nearest rotation is taken. */
      readonly matrix: ArrayLike<number>;
    }
  | {
      /** A turn about z: a rotation of the xy plane. */
      readonly angle: number;
    };

declare const brand: unique symbol;

/** Number of an object: index and generation in 32 bits. An id of one kind does not pass for another. */
export type Id<Kind extends string> = number & { readonly [brand]: Kind };
/** An id, or a number out of a list of ids; an id of another kind is neither. */
export type IdLike<Kind extends string> = Id<Kind> | (number & { readonly [brand]?: never });
/** Id of a {@link Body}. */
export type BodyId = Id<'body'>;
/** Id of a {@link Joint}. */
export type JointId = Id<'joint'>;
/** Id of a {@link Cloth}. */
export type ClothId = Id<'cloth'>;
/** Id of a {@link SpringNetwork}. */
export type SpringNetworkId = Id<'springNetwork'>;
/** Id of a {@link Force}. */
export type ForceId = Id<'force'>;
/** Id of an {@link Attachment}. */
export type AttachmentId = Id<'attachment'>;
/** Id of a {@link Grab}. */
export type GrabId = Id<'grab'>;
