package io.keelson.ejb.modules;

import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Binds {@link Teller}. */
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
public @interface Told {}
