package io.keelson.deploy.singleton;

import io.keelson.deploy.spi.Deployment;
import io.keelson.kernel.spi.singleton.ApplicationSingletons.Declaration;

/**
 * A service that an application declares.
 *
 * @param declaration what it says
 * @param module the module in whose class loader and context the object is called
 * @param place where it says so, for messages
 */
record Declared(Declaration declaration, Deployment module, String place) {
    boolean sameServiceAs(Declared other) {
        return declaration.name().equals(other.declaration.name())
                && declaration.className().equals(other.declaration.className());
    }
}
