package io.keelson.deploy.spi;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jboss.jandex.IndexView;

/**
 * One version of an application with all its modules: a WAR is one by itself, an enterprise application has one for each of its
 * web modules. For what belongs to no module alone. Confined to the deploying thread.
 */
public interface WholeApplication {
    /** The name under which the operator has deployed it. */
    String name();

    /** Its modules, in the order in which they start; at least one. */
    List<? extends Deployment> modules();

    /**
     * A file of an enterprise application itself, beside its modules; empty when there is none, or the application is none.
     *
     * @param path relative, with {@code /}
     */
    Optional<Path> file(String path);

    /** Returns what a deployment plan says of the descriptors of the application itself. */
    default DescriptorValues plan() {
        return DescriptorValues.NONE;
    }

    /** The annotation index of the libraries that all modules share. There when all modules are prepared. */
    IndexView sharedIndex();

    /** The loader of those libraries; empty where there are none. There when all modules are prepared. */
    Optional<ClassLoader> sharedClassLoader();
}
