package io.keelson.embedded.beans;

import jakarta.ejb.EJBException;
import jakarta.ejb.embeddable.EJBContainer;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a container. Immutable, thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 18.2.2 Standard Initialization Properties.
 *
 * @param names of modules on the class path; empty: they are not named
 * @param files modules; empty: they are not named
 * @param application its name; null: names in {@code java:global} have none
 * @param settings of the server, by their paths in domain.yaml
 */
record ContainerProperties(
        List<String> names, List<Path> files, @Nullable String application, Map<String, String> settings) {
    private static final String SETTING = "keelson.";

    ContainerProperties {
        names = List.copyOf(names);
        files = List.copyOf(files);
        settings = Map.copyOf(settings);
    }

    /** Returns false if the properties ask for another provider. */
    static boolean concern(Map<?, ?> properties, Class<?> provider) {
        Object asked = properties.get(EJBContainer.PROVIDER);
        return asked == null || asked.equals(provider.getName());
    }

    /** Reads them; those that it does not know are of no concern. */
    static ContainerProperties of(Map<?, ?> properties) {
        Object modules = properties.get(EJBContainer.MODULES);
        List<String> names = List.of();
        List<Path> files = List.of();
        if (modules instanceof String || modules instanceof String[]) {
            String[] all = modules instanceof String[] many ? many : new String[] {(String) modules};
            names = some(Arrays.asList(all));
        } else if (modules instanceof File || modules instanceof File[]) {
            File[] all = modules instanceof File[] many ? many : new File[] {(File) modules};
            files = some(Arrays.asList(all)).stream()
                    .map(file -> file.toPath().toAbsolutePath().normalize())
                    .toList();
        } else if (modules != null) {
            throw new EJBException(EJBContainer.MODULES + " is a String, a String[], a File or a File[], not a "
                    + modules.getClass().getTypeName());
        }
        return new ContainerProperties(names, files, application(properties), settings(properties));
    }

    private static <T> List<T> some(List<T> all) {
        if (all.isEmpty() || all.contains(null)) {
            throw new EJBException(EJBContainer.MODULES + " names no module, or has one that is null");
        }
        return all;
    }

    private static @Nullable String application(Map<?, ?> properties) {
        Object name = properties.get(EJBContainer.APP_NAME);
        if (name == null) {
            return null;
        }
        if (!(name instanceof String text) || text.isBlank() || text.matches(".*[/\\\\\"'].*")) {
            throw new EJBException(
                    EJBContainer.APP_NAME + " is a name without slashes and quotation marks, not '" + name + "'");
        }
        return text;
    }

    private static Map<String, String> settings(Map<?, ?> properties) {
        Map<String, String> settings = new TreeMap<>();
        properties.forEach((key, value) -> {
            if (key instanceof String name && name.startsWith(SETTING)) {
                if (value == null) {
                    throw new EJBException("the property " + name + " has no value");
                }
                settings.put(name.substring(SETTING.length()), value.toString());
            }
        });
        return settings;
    }
}
