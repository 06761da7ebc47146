/**
 * Jakarta Authorization: policy contexts of modules, the permissions made of their constraints, and the policies that applications bring.
 *
 * <p>The classes of the API keep one factory of each kind for the JVM. The server's are there and lead to the module whose context
 * identifier is on the thread, so that what one application sets decides about that application alone. {@link
 * io.keelson.ee.security.authorization.PolicyContexts} owns the modules; each {@link
 * io.keelson.ee.security.authorization.ModulePolicies} lives from the start of its module to its undeployment.
 */
@NullMarked
package io.keelson.ee.security.authorization;

import org.jspecify.annotations.NullMarked;
