/**
 * Jakarta Validation by Hibernate Validator: the factory of each module, bound in its names. The factory belongs to the deployment and is
 * thread-safe. See docs/design/validation.md.
 */
@NullMarked
package io.keelson.ee.validation;

import org.jspecify.annotations.NullMarked;
