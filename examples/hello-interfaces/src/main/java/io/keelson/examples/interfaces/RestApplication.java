package io.keelson.examples.interfaces;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Switches REST on in the WAR beside the bean. */
@ApplicationPath("rest")
public class RestApplication extends Application {}
