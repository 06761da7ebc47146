package io.keelson.base.config;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a record as a part of the configuration model and says where in {@code domain.yaml} it lies.
 *
 * <p>Several rooms may put a record at the same path: their components are then keys of the same mapping. The record
 * classes are named by a {@link ModelProvider}. Each component carries {@link Setting}; its key is the component's name
 * in kebab case ({@code nativeIoEnabled} is {@code native-io-enabled}).
 *
 * <p>Types of components: {@code String}, {@code boolean}, {@code int}, {@code long}, {@code double}, enums (constants
 * in kebab case), {@link java.time.Duration} ({@code 30s}, {@code 500ms}, {@code 5m}, {@code 2h}, {@code 1d}),
 * {@link DataSize} ({@code 8KiB}, {@code 10MiB}), {@link java.nio.file.Path}, {@code List} of these, {@code Map} from
 * name to one of these, and nested records; a record and a {@code Map<String, record>} nest without limit. A relative
 * {@code Path} is handed on as it is written: its owner resolves it against the directory that its help names.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Section {
    /** The path: {@code ""} is the domain itself, {@code servers.*} each server, {@code work-managers.*} each of these. */
    String value();

    /** One sentence of help. */
    String help() default "";
}
