package io.keelson.deploy.internal.archive;

import io.keelson.deploy.spi.ModuleKind;
import io.keelson.deploy.spi.ModuleLayout;
import io.keelson.deploy.spi.ModuleRecogniser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * Recognises an EJB module (Jakarta EE Platform 11, EE.8.4.2): it has {@code META-INF/ejb-jar.xml}, or a class with an annotation of a
 * component, of Jakarta EE or of Java EE.
 */
public final class BeanModules implements ModuleRecogniser {
    private static final String DESCRIPTOR = "META-INF/ejb-jar.xml";
    private static final ClassMarks ANNOTATIONS = new ClassMarks(Stream.of("jakarta", "javax")
            .flatMap(world -> Stream.of("Stateless", "Stateful", "Singleton", "MessageDriven")
                    .map(name -> world + "/ejb/" + name))
            .toList());

    @Override
    public ModuleKind kind() {
        return ModuleKind.ENTERPRISE_BEANS;
    }

    @Override
    public boolean recognises(Path root, String fileName) throws IOException {
        return !Files.isDirectory(root.resolve("WEB-INF")) && holdsBeans(root);
    }

    @Override
    public ModuleLayout layout(Path root) {
        return new ModuleLayout(ModuleKind.ENTERPRISE_BEANS, List.of(root), List.of());
    }

    /** Returns true if a jar, packed or unpacked, is an EJB module. */
    static boolean holdsBeans(Path jar) throws IOException {
        return Files.isDirectory(jar) ? directoryHoldsBeans(jar) : archiveHoldsBeans(jar);
    }

    private static boolean directoryHoldsBeans(Path root) throws IOException {
        return Files.isRegularFile(root.resolve(DESCRIPTOR)) || ANNOTATIONS.inDirectory(root);
    }

    private static boolean archiveHoldsBeans(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.getEntry(DESCRIPTOR) != null || ANNOTATIONS.in(zip);
        }
    }
}
