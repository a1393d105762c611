// Package serve is the validation server for an agent's container: it tells
// whether a submission would be scored, never how well, and nothing about the
// answers. GET /health says that it runs; POST /validate takes the file as the
// multipart field "file" and answers {"result": message}, as upstream's server.
package serve
