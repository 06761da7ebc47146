package io.keelson.ee.jpa.shop;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.util.Locale;

/** Stores a text in capitals. */
@Converter
public class Shouting implements AttributeConverter<String, String> {
    @Override
    public String convertToDatabaseColumn(String attribute) {
        return attribute.toUpperCase(Locale.ROOT);
    }

    @Override
    public String convertToEntityAttribute(String column) {
        return column;
    }
}
