package io.keelson.deploy.spi;

import io.keelson.base.subsystem.ServiceLookup;

/**
 * Makes the contributor of a part of the server. Found by {@link java.util.ServiceLoader} in the loader of the part, when the first
 * application needs the part; see {@link io.keelson.kernel.loader.PartNeed} and docs/design/class-loading.md.
 *
 * <ol>
 *   <li>The contributor is made once a server and works for all applications that need the part, and for no others.
 *   <li>It takes part in the order of {@link Contributor#after} as others do. Its {@code descriptors} is called when the index is there.
 *   <li>A contributor that is {@link AutoCloseable} is closed when the server stops, after all applications.
 * </ol>
 */
public interface ContributorFactory {
    /** The name of the part that this belongs to. In a test all parts may lie on one class path. */
    String part();

    /**
     * Makes the contributor.
     *
     * @param services the services of the server's subsystems and of the kernel
     * @throws DeploymentException when the server lacks something that the part needs; the application that needs it is refused
     */
    Contributor create(ServiceLookup services) throws DeploymentException;
}
