package io.keelson.base.subsystem;

/**
 * Entrance of work from outside. Whoever lets it in provides this; whoever must be there until the last of it has ended
 * names it in {@link SubsystemFactory#uses()}: it is then suspended after the entryPoints have closed, and resumed before they open.
 */
public final class EntryPoints {
    /** There is nothing to it but the order. */
    public EntryPoints() {}
}
