package io.keelson.ee.microprofile.shop;

import org.eclipse.microprofile.config.spi.Converter;

/** Makes colours. */
public class ColourConverter implements Converter<Colour> {
    @Override
    public Colour convert(String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException("a colour has a name");
        }
        return new Colour("the colour " + value);
    }
}
