import { useFrame } from '@react-three/fiber';
import { FixedStepClock, type LoadOptions, loadHolonom, type WorldSettings } from 'holonom';
import { checked } from 'holonom/internal';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { assignChanges } from './described.js';
import { Simulation, SimulationContext } from './simulation.js';

/** A world's settings, and how its time runs. */
export interface PhysicsProps extends WorldSettings {
  /** What moves in the world. */
  readonly children?: ReactNode;
  /** Whether time stands still. */
  readonly paused?: boolean;
  /** Length of a step; 1/60 if left out. Fixed when the world is made. Unit: s. */
  readonly timeStep?: number;
  /** Where the module is, for pages that serve it elsewhere. */
  readonly load?: LoadOptions;
}

/**
 * A world for the components inside, which appear when the module is loaded. It steps evenly at any rate of frames, and
 * is disposed of with the component. An error goes to the error boundary around it.
 * @example
 * <Physics gravity={[0, -1.62, 0]} timeStep={1 / 120}>
 *   <RigidBody position={[0, 3, 0]} />
 * </Physics>
 */
export function Physics({ children, paused = false, timeStep, load, ...settings }: PhysicsProps) {
  checked('paused', paused, 'boolean', (it) => typeof it === 'boolean');
  const [simulation, setSimulation] = useState<Simulation>();
  const [failure, setFailure] = useState<unknown>();
  const [clock] = useState(() => new FixedStepClock(timeStep));
  const latest = useRef(settings);
  const source = useRef(load);

  useEffect(() => {
    let gone = false;
    let made: Simulation | undefined;
    loadHolonom(source.current)
      .then((holonom) => {
        if (gone) return;
        made = new Simulation(holonom.createWorld(latest.current));
        setSimulation(made);
      })
      .catch(setFailure);
    return () => {
      gone = true;
      made?.world.dispose();
      setSimulation(undefined);
    };
  }, []);

  useEffect(() => {
    if (simulation && !simulation.world.disposed)
      assignChanges(simulation.world, 'world', { ...latest.current }, { ...settings });
    latest.current = settings;
  });

  useFrame((_, elapsed) => {
    if (!simulation) return;
    if (!paused) for (let due = clock.advance(elapsed); due > 0; due--) simulation.step(clock.dt);
    for (const one of simulation.moving) one.draw(clock.share);
  }, -1);

  if (failure !== undefined) throw failure;
  return simulation && <SimulationContext value={simulation}>{children}</SimulationContext>;
}
