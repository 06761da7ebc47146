package io.keelson.deploy.spi;

/** Registry in which rooms register their contributors. Published as a service by the deployment room. Thread-safe. */
public interface Contributors {
    /**
     * Adds a contributor for all deployments that begin from now on. Called while the server is STARTING; applications are
     * deployed only after that.
     *
     * @throws IllegalStateException when one of that name is there
     */
    void add(Contributor contributor);

    /** Adds a kind of module for all deployments that begin from now on. Called while the server is STARTING. */
    void add(ModuleRecogniser recogniser);
}
