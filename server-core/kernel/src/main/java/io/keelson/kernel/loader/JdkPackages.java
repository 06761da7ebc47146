package io.keelson.kernel.loader;

import java.lang.module.ModuleDescriptor;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Packages that the JDK exports, and the loader of each: an application never replaces these. A package that the JDK keeps to itself is not
 * among them, so that an application's own copy of such a library works.
 */
final class JdkPackages {
    private static final Map<String, ClassLoader> LOADERS = exported();

    private JdkPackages() {}

    /** The loader that has that package; null when the JDK does not export it. */
    static @Nullable ClassLoader loaderOf(String packageName) {
        return LOADERS.get(packageName);
    }

    private static Map<String, ClassLoader> exported() {
        Map<String, ClassLoader> loaders = new HashMap<>();
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        for (Module module : ModuleLayer.boot().modules()) {
            ClassLoader own = module.getClassLoader();
            // Tools such as jdk.attach are defined by the system loader; everything else is seen through the
            // platform's.
            ClassLoader through = own == ClassLoader.getSystemClassLoader() ? own : platform;
            for (ModuleDescriptor.Exports exports : module.getDescriptor().exports()) {
                if (!exports.isQualified()) {
                    loaders.put(exports.source(), through);
                }
            }
        }
        return Map.copyOf(loaders);
    }
}
