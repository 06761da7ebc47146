package io.keelson.ejb.descriptor;

import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Methods of a bean as descriptors name them: all, those of a name, or one with its parameters. Immutable.
 *
 * @param name a name, or {@code *}
 * @param parameters the names of their types; null: whatever they are
 */
record MethodPattern(String name, @Nullable List<String> parameters) {
    /** Reads {@code method-name} and {@code method-params}. */
    static MethodPattern of(Element element) throws DeploymentException {
        Element parameters = element.first("method-params");
        return new MethodPattern(
                element.requiredTextOf("method-name"),
                parameters == null
                        ? null
                        : parameters.textsOf("method-param").stream()
                                .map(String::strip)
                                .toList());
    }

    /** Returns how precisely it names a method: 0: not at all; 1: as one of all; 2: by name; 3: with its parameters. */
    int names(Method method) {
        if (name.equals("*")) {
            return 1;
        }
        if (!name.equals(method.getName())) {
            return 0;
        }
        if (parameters == null) {
            return 2;
        }
        Class<?>[] types = method.getParameterTypes();
        if (types.length != parameters.size()) {
            return 0;
        }
        for (int i = 0; i < types.length; i++) {
            String written = parameters.get(i);
            if (!written.equals(types[i].getTypeName()) && !written.equals(types[i].getName())) {
                return 0;
            }
        }
        return 3;
    }
}
