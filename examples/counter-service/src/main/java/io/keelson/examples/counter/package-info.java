/** A counter of which a cluster has one: a jar for the domain's lib directory. */
package io.keelson.examples.counter;
