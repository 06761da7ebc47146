package io.keelson.deploy.spi;

/**
 * The place where a web module is reached. The room that serves the module attaches it to the deployment, at the latest when its
 * {@code start} returns.
 *
 * @param path {@code /} or a path such as {@code /shop}: a leading slash, no trailing one but in the first; at most {@value #LONGEST}
 *     characters
 */
public record ContextRoot(String path) {
    /** The most characters; a longer one is no path that a person chose. */
    public static final int LONGEST = 200;

    private static final int SHOWN = 60;
    private static final String ROOT = "ROOT";

    /**
     * Checks the path.
     *
     * @throws IllegalArgumentException when it is none
     */
    public ContextRoot {
        if (path.length() > LONGEST) {
            throw new IllegalArgumentException("not a context root: '" + path.substring(0, SHOWN) + "...' has "
                    + path.length() + " characters, more than the " + LONGEST + " allowed");
        }
        if (!path.equals("/") && !isPath(path)) {
            throw new IllegalArgumentException("not a context root: '" + path + "'; write / or a path such as /shop");
        }
    }

    /** Returns the place of a module of which nobody says one: {@code /} and the application's name; {@code ROOT} is at {@code /}. */
    public static String standard(Deployment deployment) {
        String plain = VersionedName.plain(deployment.name());
        return deployment.contextRoot().orElse(plain.equals(ROOT) ? "/" : "/" + plain);
    }

    private static boolean isPath(String path) {
        if (!path.startsWith("/")) {
            return false;
        }
        for (String step : path.substring(1).split("/", -1)) {
            boolean plain = step.chars().allMatch(ContextRoot::allowed);
            if (step.isEmpty() || step.equals(".") || step.equals("..") || !plain) {
                return false;
            }
        }
        return true;
    }

    private static boolean allowed(int c) {
        return "?#%;\\".indexOf(c) < 0 && !Character.isWhitespace(c) && !Character.isISOControl(c);
    }
}
