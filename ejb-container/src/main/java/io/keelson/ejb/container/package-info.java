/**
 * Beans of deployed applications: each with its pipeline, its references, its names and its place in the order of singletons. Made while a
 * deployment is prepared by the deploying thread, thread-safe from its start on.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, chapters 3, 4 and 10.
 */
@org.jspecify.annotations.NullMarked
package io.keelson.ejb.container;
