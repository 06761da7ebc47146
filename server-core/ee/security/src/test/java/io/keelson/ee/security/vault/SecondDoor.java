package io.keelson.ee.security.vault;

import static java.lang.annotation.RetentionPolicy.RUNTIME;

import jakarta.inject.Qualifier;
import java.lang.annotation.Retention;

/** The mechanism of the second door. */
@Qualifier
@Retention(RUNTIME)
public @interface SecondDoor {}
