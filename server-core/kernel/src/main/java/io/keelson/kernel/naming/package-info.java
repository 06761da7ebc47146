/**
 * Names inside a server (JNDI): the server's own tree, the {@code java:} names of applications, and the cluster's names where
 * one is joined. {@link io.keelson.kernel.naming.Naming} is a server's names; {@link io.keelson.kernel.naming.ApplicationNames}
 * and {@link io.keelson.kernel.naming.ComponentNames} are those of one version of an application and of a component.
 *
 * <p>Trees are read without a lock; each is changed under a lock of its own, under which nothing else is called. What is one
 * for the whole JVM is in {@code JvmNames}. See docs/design/naming.md.
 */
@NullMarked
package io.keelson.kernel.naming;

import org.jspecify.annotations.NullMarked;
