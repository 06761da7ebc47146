/**
 * Enterprise beans as Weld sees them: descriptors over {@code component.spi.SessionBean} and {@code component.spi.MessageDrivenBean}, and
 * the services of Weld that their container uses. Made while a container is put together; safe on every thread from its start on.
 */
@org.jspecify.annotations.NullMarked
package io.keelson.ee.cdi.session;
