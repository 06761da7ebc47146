package io.keelson.appclient;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * Libraries of the distribution that a client's classes mention: the class path has the thin client alone, and these come where they are
 * needed.
 *
 * @param apis packages that were found, for messages
 * @param jars behind the client's own
 */
record Brought(Set<String> apis, List<Path> jars) {
    private static final Map<String, List<String>> LIBRARIES = libraries();

    private static Map<String, List<String>> libraries() {
        List<String> binding = List.of(
                "lib/jakarta.xml.bind-api-*.jar",
                "lib/jakarta.activation-api-*.jar",
                "parts/jpa/{jaxb-core,jaxb-runtime,txw2,istack-commons-runtime,angus-activation}-*.jar");
        Map<String, List<String>> all = new LinkedHashMap<>();
        all.put(
                "jakarta/persistence/",
                join(
                        List.of(
                                "lib/{jakarta.persistence-api,jakarta.inject-api,jandex,jboss-logging}-*.jar",
                                "parts/jpa/*.jar"),
                        binding));
        all.put(
                "jakarta/xml/ws/",
                join(List.of("parts/soap/*.jar", "lib/{jakarta.servlet-api,jboss-logging,slf4j-api}-*.jar"), binding));
        all.put("jakarta/mail/", List.of("parts/mail/*.jar", "lib/jakarta.activation-api-*.jar"));
        all.put("jakarta/json/", List.of("lib/{jakarta.json-api,parsson}-*.jar", "parts/json/*.jar"));
        all.put("jakarta/xml/bind/", binding);
        all.put(
                "jakarta/validation/",
                List.of("lib/{jakarta.validation-api,jakarta.el-api,jboss-logging}-*.jar", "parts/validation/*.jar"));
        return Collections.unmodifiableMap(all);
    }

    private static List<String> join(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** Looks what classes mention; {@code home} is the distribution, null for none. */
    static Brought of(Collection<Path> classPath, @Nullable Path home) throws ClientException {
        Set<String> apis = new TreeSet<>();
        try {
            for (Path code : classPath) {
                mentions(code, apis);
            }
            Set<Path> jars = new LinkedHashSet<>();
            if (home != null) {
                for (String api : apis) {
                    for (String pattern : LIBRARIES.getOrDefault(api, List.of())) {
                        find(home, pattern, jars);
                    }
                }
            }
            return new Brought(apis, List.copyOf(jars));
        } catch (IOException e) {
            throw new ClientException("the client's class path cannot be read: " + e.getMessage(), e);
        }
    }

    private static void find(Path home, String pattern, Set<Path> jars) throws IOException {
        int slash = pattern.lastIndexOf('/');
        Path directory = home.resolve(pattern.substring(0, slash));
        if (!Files.isDirectory(directory)) {
            return;
        }
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern.substring(slash + 1));
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            files.forEach(file -> {
                String name = String.valueOf(file.getFileName());
                if (matcher.matches(file.getFileName()) && !name.startsWith("keelson-")) {
                    found.add(file);
                }
            });
        }
        Collections.sort(found);
        jars.addAll(found);
    }

    private static void mentions(Path code, Set<String> apis) throws IOException {
        if (Files.isDirectory(code)) {
            List<Path> files;
            try (Stream<Path> all = Files.walk(code)) {
                files = all.filter(file -> file.toString().endsWith(".class")).toList();
            }
            for (Path file : files) {
                mentioned(Files.readAllBytes(file), apis);
            }
            return;
        }
        try (JarFile jar = new JarFile(code.toFile())) {
            for (ZipEntry entry : Collections.list(jar.entries())) {
                if (entry.getName().endsWith(".class")) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        mentioned(in.readAllBytes(), apis);
                    }
                }
            }
        }
    }

    private static void mentioned(byte[] bytes, Set<String> apis) {
        if (apis.size() == LIBRARIES.size()) {
            return;
        }
        // Names in a class file are ASCII but for the odd one, which cannot be one of these.
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        for (String api : LIBRARIES.keySet()) {
            if (text.contains(api)) {
                apis.add(api);
            }
        }
    }
}
