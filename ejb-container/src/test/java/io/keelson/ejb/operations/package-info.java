/** Beans that try which operations each phase of their lives allows. */
@org.jspecify.annotations.NullUnmarked
package io.keelson.ejb.operations;
