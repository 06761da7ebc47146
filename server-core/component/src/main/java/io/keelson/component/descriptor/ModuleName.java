package io.keelson.component.descriptor;

/**
 * The name that a module's descriptor gives it, in place of that of its file. The contributor that reads the descriptor attaches it before
 * {@code prepare}. Immutable.
 *
 * <p>Specification: Jakarta EE Platform 11, 8.1.1 Component Creation ({@code module-name}).
 *
 * @param name not empty, without a slash
 */
public record ModuleName(String name) {
    /** Checks it. */
    public ModuleName {
        if (name.isEmpty() || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException("the module-name '" + name
                    + "' cannot stand in names: expected one that is not empty, without '/'");
        }
    }

    /**
     * Makes the name of an element.
     *
     * @throws io.keelson.deploy.spi.DeploymentException with the place where it cannot stand in names
     */
    public static ModuleName of(Element element) throws io.keelson.deploy.spi.DeploymentException {
        try {
            return new ModuleName(element.requiredText());
        } catch (IllegalArgumentException e) {
            throw element.wrong(String.valueOf(e.getMessage()));
        }
    }
}
