package io.keelson.kernel.naming;

/**
 * Value that is bound at a name, which is no context.
 *
 * @param value the value as it was bound
 * @param owner on whose behalf it was bound
 * @param shared whether the cluster has it too
 */
record Bound(Object value, NameOwner owner, boolean shared) {}
