package io.keelson.ee.rest.shop;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Everything that is found, below {@code /api}. */
@ApplicationPath("api")
public class Api extends Application {}
