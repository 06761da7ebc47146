package io.keelson.deploy.internal.archive;

import io.keelson.deploy.spi.DeploymentException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Recognises one kind of archive by its files and says where its code lies. The phases after it do not know kinds: a new kind
 * is one more recogniser.
 */
public sealed interface Structure permits WebStructure {
    /** What is inside; empty when it is of another kind. */
    Optional<Layout> recognise(Path root, String fileName) throws IOException;

    /**
     * Where code lies.
     *
     * @param kind as {@code web}
     * @param classes the directories with classes, those that are there
     * @param libraries the jars with classes, in the order of their names
     */
    record Layout(String kind, List<Path> classes, List<Path> libraries) {
        public Layout {
            classes = List.copyOf(classes);
            libraries = List.copyOf(libraries);
        }
    }

    /**
     * The layout of an unpacked archive.
     *
     * @throws DeploymentException when this version deploys nothing of the kind; the message says what was found
     */
    static Layout of(Path root, String fileName) throws DeploymentException {
        try {
            Optional<Layout> web = new WebStructure().recognise(root, fileName);
            if (web.isPresent()) {
                return web.get();
            }
            throw new DeploymentException(fileName + " is " + Unsupported.describe(root)
                    + "; this version deploys web applications (WAR) only");
        } catch (IOException e) {
            throw new DeploymentException("the files of " + fileName + " below " + root + " cannot be read", e);
        }
    }
}
