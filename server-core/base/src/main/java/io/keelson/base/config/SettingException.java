package io.keelson.base.config;

/**
 * Thrown by the constructor of a configuration record where one of its components is wrong in itself. The reader of the configuration can
 * then report the place in the file. Other {@link IllegalArgumentException}s are of the record as a whole.
 */
public final class SettingException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String key;

    /**
     * A component is wrong.
     *
     * @param key its key, in kebab case
     * @param message what is wrong, and what was expected
     */
    public SettingException(String key, String message) {
        super(message);
        this.key = key;
    }

    /** The key of the component. */
    public String key() {
        return key;
    }
}
