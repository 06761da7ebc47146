/**
 * Enterprise beans as operators see them: figures, timers, commands and the page of the console. Records are immutable; {@link
 * io.keelson.ejb.management.EjbAdministration} owns the list of applications. See docs/design/enterprise-beans.md.
 */
@NullMarked
package io.keelson.ejb.management;

import org.jspecify.annotations.NullMarked;
