/** Beans that look up names which not all components have. */
@org.jspecify.annotations.NullUnmarked
package io.keelson.ejb.rules;
