/** Beans of several modules of an enterprise application. */
@org.jspecify.annotations.NullUnmarked
package io.keelson.ejb.modules;
