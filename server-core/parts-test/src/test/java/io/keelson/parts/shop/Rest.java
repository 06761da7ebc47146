package io.keelson.parts.shop;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Where the resources are. */
@ApplicationPath("/api")
public class Rest extends Application {}
