package io.keelson.deploy.internal.archive;

import io.keelson.deploy.spi.ModuleKind;
import io.keelson.deploy.spi.ModuleLayout;
import io.keelson.deploy.spi.ModuleRecogniser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Recognises an EJB module (Jakarta EE Platform 11, EE.8.4.2): it has {@code META-INF/ejb-jar.xml}, or a class with an annotation of a component,
 * of Jakarta EE or of Java EE.
 */
public final class BeanModules implements ModuleRecogniser {
    private static final String DESCRIPTOR = "META-INF/ejb-jar.xml";
    private static final int MOST_BYTES = 16 << 20;

    /** As a class file has them: descriptors of types. */
    private static final List<byte[]> ANNOTATIONS = Stream.of("jakarta", "javax")
            .flatMap(world -> Stream.of("Stateless", "Stateful", "Singleton", "MessageDriven")
                    .map(name -> "L" + world + "/ejb/" + name + ";"))
            .map(name -> name.getBytes(StandardCharsets.US_ASCII))
            .toList();

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
        if (Files.isRegularFile(root.resolve(DESCRIPTOR))) {
            return true;
        }
        List<Path> classes;
        try (Stream<Path> files = Files.walk(root)) {
            classes = files.filter(file -> file.toString().endsWith(".class"))
                    .filter(Files::isRegularFile)
                    .toList();
        }
        for (Path file : classes) {
            try (InputStream in = Files.newInputStream(file)) {
                if (isBean(in)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean archiveHoldsBeans(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            if (zip.getEntry(DESCRIPTOR) != null) {
                return true;
            }
            for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
                ZipEntry entry = all.nextElement();
                if (entry.getName().endsWith(".class") && !entry.isDirectory()) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        if (isBean(in)) {
                            return true;
                        }
                    }
                }
            }
            return false;
        }
    }

    /** Returns true if a class file mentions one of the annotations in the constants of its types. */
    private static boolean isBean(InputStream in) throws IOException {
        byte[] content = in.readNBytes(MOST_BYTES);
        for (int at = 0; at < content.length - 14; at++) {
            if (content[at] == 'L' && content[at + 1] == 'j' && content[at + 2] == 'a' && startsWithAny(content, at)) {
                return true;
            }
        }
        return false;
    }

    private static boolean startsWithAny(byte[] content, int at) {
        for (byte[] name : ANNOTATIONS) {
            int i = 0;
            while (i < name.length && at + i < content.length && content[at + i] == name[i]) {
                i++;
            }
            if (i == name.length) {
                return true;
            }
        }
        return false;
    }
}
