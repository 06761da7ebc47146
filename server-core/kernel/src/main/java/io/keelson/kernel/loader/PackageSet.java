package io.keelson.kernel.loader;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A set of packages: exact names, and names with everything below them. Immutable.
 *
 * @param exact packages by name
 * @param below prefixes without the {@code .*}; the package itself is meant too
 */
public record PackageSet(Set<String> exact, List<String> below) {
    private static final Pattern NAME = Pattern.compile("META-INF|[\\w$]+(\\.[\\w$]+)*");

    public PackageSet {
        exact = Set.copyOf(exact);
        below = List.copyOf(below);
    }

    /**
     * Reads the written form: {@code org.apache.jasper.runtime} is a package, {@code jakarta.el.*} one with all below; {@code META-INF}
     * means the resources that lie there.
     *
     * @throws IllegalArgumentException when one is not the name of a package
     */
    public static PackageSet of(Iterable<String> names) {
        Set<String> exact = new HashSet<>();
        Set<String> below = new HashSet<>();
        for (String name : names) {
            boolean tree = name.endsWith(".*");
            String plain = tree ? name.substring(0, name.length() - 2) : name;
            if (!NAME.matcher(plain).matches()) {
                throw new IllegalArgumentException("not a package: '" + name + "'; write a.b or a.b.*");
            }
            (tree ? below : exact).add(plain);
        }
        return new PackageSet(exact, List.copyOf(below));
    }

    /** Returns whether the package of that name is in the set. */
    public boolean contains(String name) {
        if (exact.contains(name)) {
            return true;
        }
        for (String prefix : below) {
            if (name.startsWith(prefix) && (name.length() == prefix.length() || name.charAt(prefix.length()) == '.')) {
                return true;
            }
        }
        return false;
    }

    /** The package of a class name; empty for the unnamed one. */
    static String packageOf(String className) {
        int dot = className.lastIndexOf('.');
        return dot < 0 ? "" : className.substring(0, dot);
    }

    /** The package that a resource of that name lies in; a directory lies in itself. */
    static String packageOfResource(String resource) {
        int slash = resource.lastIndexOf('/');
        return slash < 0 ? "" : resource.substring(0, slash).replace('/', '.');
    }
}
