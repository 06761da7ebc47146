package io.keelson.deploy.internal.archive;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorValues;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Recognises one kind of archive by its files and says where its code lies. The phases after it do not know kinds: a new kind
 * is one more recogniser.
 */
public sealed interface Structure permits WebStructure, EnterpriseStructure {
    /** What is inside; empty when it is of another kind. */
    Optional<Layout> recognise(Path root, String fileName, DescriptorValues plan)
            throws IOException, DeploymentException;

    /**
     * Where code lies.
     *
     * @param kind as {@code web}
     * @param classes the directories with classes, those that are there
     * @param libraries the jars with classes, in the order of their names; of an enterprise application those that its modules
     *     share
     * @param modules the modules of an enterprise application, in order
     */
    record Layout(String kind, List<Path> classes, List<Path> libraries, List<Module> modules) {
        public Layout {
            classes = List.copyOf(classes);
            libraries = List.copyOf(libraries);
            modules = List.copyOf(modules);
        }
    }

    /**
     * A module of an enterprise application, unpacked.
     *
     * @param name its name in the application
     * @param uri its path in the application
     * @param root the directory with its files
     * @param contextRoot where it is to be reached
     */
    record Module(String name, String uri, Path root, String contextRoot) {}

    /**
     * The layout of an unpacked archive.
     *
     * @throws DeploymentException when this version deploys nothing of the kind; the message says what was found
     */
    static Layout of(Path root, String fileName) throws DeploymentException {
        return of(root, fileName, DescriptorValues.NONE);
    }

    /**
     * The layout of an unpacked archive whose descriptor has the values of a plan.
     *
     * @throws DeploymentException as without one, or when the plan does not fit
     */
    static Layout of(Path root, String fileName, DescriptorValues plan) throws DeploymentException {
        try {
            for (Structure structure : List.of(new EnterpriseStructure(), new WebStructure())) {
                Optional<Layout> layout = structure.recognise(root, fileName, plan);
                if (layout.isPresent()) {
                    return layout.get();
                }
            }
            throw new DeploymentException(fileName + " is " + Unsupported.describe(root)
                    + "; this version deploys web applications (WAR), alone or in an enterprise application (EAR)");
        } catch (IOException e) {
            throw new DeploymentException("the files of " + fileName + " below " + root + " cannot be read", e);
        }
    }
}
